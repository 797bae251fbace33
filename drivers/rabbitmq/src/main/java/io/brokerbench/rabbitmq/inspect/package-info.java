/** Counts and promises of RabbitMQ's nodes. */
@NullMarked
package io.brokerbench.rabbitmq.inspect;

import org.jspecify.annotations.NullMarked;
