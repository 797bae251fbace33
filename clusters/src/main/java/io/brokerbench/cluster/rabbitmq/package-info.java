/** RabbitMQ clusters. */
@NullMarked
package io.brokerbench.cluster.rabbitmq;

import org.jspecify.annotations.NullMarked;
