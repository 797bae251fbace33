/** MQTT brokers. */
@NullMarked
package io.brokerbench.cluster.mqtt;

import org.jspecify.annotations.NullMarked;
