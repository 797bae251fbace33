/** Counts of MQTT brokers. */
@NullMarked
package io.brokerbench.mqtt.inspect;

import org.jspecify.annotations.NullMarked;
