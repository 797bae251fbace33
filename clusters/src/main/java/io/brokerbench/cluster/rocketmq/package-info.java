/** RocketMQ clusters. */
@NullMarked
package io.brokerbench.cluster.rocketmq;

import org.jspecify.annotations.NullMarked;
