/** Benchmarks of message encoding and decoding by the RabbitMQ client's own classes. */
@NullMarked
package io.brokerbench.microbench.rabbitmq;

import org.jspecify.annotations.NullMarked;
