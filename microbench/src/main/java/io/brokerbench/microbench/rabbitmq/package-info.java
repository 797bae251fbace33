/** What RabbitMQ's client does to the bytes of a message, by its own classes. */
@NullMarked
package io.brokerbench.microbench.rabbitmq;

import org.jspecify.annotations.NullMarked;
