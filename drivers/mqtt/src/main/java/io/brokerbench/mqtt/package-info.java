/** MQTT brokers behind the driver interface of benchmark-core. */
@NullMarked
package io.brokerbench.mqtt;

import org.jspecify.annotations.NullMarked;
