/** The RocketMQ driver: implements the driver interface of benchmark-core. */
@NullMarked
package io.brokerbench.rocketmq;

import org.jspecify.annotations.NullMarked;
