/** Commands, environment and files of RocketMQ's nodes. */
@NullMarked
package io.brokerbench.cluster.rocketmq.node;

import org.jspecify.annotations.NullMarked;
