/** The MQTT driver: implements the driver interface of benchmark-core. */
@NullMarked
package io.brokerbench.mqtt;

import org.jspecify.annotations.NullMarked;
