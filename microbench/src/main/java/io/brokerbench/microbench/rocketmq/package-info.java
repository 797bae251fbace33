/** Benchmarks of message encoding and decoding by the RocketMQ client's own classes. */
@NullMarked
package io.brokerbench.microbench.rocketmq;

import org.jspecify.annotations.NullMarked;
