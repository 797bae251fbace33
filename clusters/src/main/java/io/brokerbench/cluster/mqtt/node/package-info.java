/** Commands, environment and files of MQTT brokers' nodes. */
@NullMarked
package io.brokerbench.cluster.mqtt.node;

import org.jspecify.annotations.NullMarked;
