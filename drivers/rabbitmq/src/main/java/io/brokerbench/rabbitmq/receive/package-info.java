/** Consumers and their acknowledgements. */
@NullMarked
package io.brokerbench.rabbitmq.receive;

import org.jspecify.annotations.NullMarked;
