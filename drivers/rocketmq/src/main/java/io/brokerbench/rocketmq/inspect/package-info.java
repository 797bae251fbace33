/** Brokers, topics and consumer groups as their administrative interface reports them. */
@NullMarked
package io.brokerbench.rocketmq.inspect;

import org.jspecify.annotations.NullMarked;
