/** Connections, channels, exchange and queues. */
@NullMarked
package io.brokerbench.rabbitmq.connect;

import org.jspecify.annotations.NullMarked;
