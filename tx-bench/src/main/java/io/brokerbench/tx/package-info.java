/** RocketMQ's TransactionProducer, extended: its flags, its console line. */
@NullMarked
package io.brokerbench.tx;

import org.jspecify.annotations.NullMarked;
