/** Settings of MQTT brokers started by brokerbench. */
@NullMarked
package io.brokerbench.cluster.mqtt.settings;

import org.jspecify.annotations.NullMarked;
