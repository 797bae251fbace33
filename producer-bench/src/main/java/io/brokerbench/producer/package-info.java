/** RocketMQ's Producer and BatchProducer, extended: their flags, their console line. */
@NullMarked
package io.brokerbench.producer;

import org.jspecify.annotations.NullMarked;
