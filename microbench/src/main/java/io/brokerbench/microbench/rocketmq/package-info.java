/** What RocketMQ's client does to the bytes of a message, by its own classes. */
@NullMarked
package io.brokerbench.microbench.rocketmq;

import org.jspecify.annotations.NullMarked;
