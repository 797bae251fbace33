/** Connections to MQTT brokers, through either client library. */
@NullMarked
package io.brokerbench.mqtt.connect;

import org.jspecify.annotations.NullMarked;
