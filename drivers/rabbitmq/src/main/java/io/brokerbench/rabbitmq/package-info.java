/** The RabbitMQ driver: implements the driver interface of benchmark-core. */
@NullMarked
package io.brokerbench.rabbitmq;

import org.jspecify.annotations.NullMarked;
