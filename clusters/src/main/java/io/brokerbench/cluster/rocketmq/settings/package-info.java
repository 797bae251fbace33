/** Settings of RocketMQ clusters started by brokerbench. */
@NullMarked
package io.brokerbench.cluster.rocketmq.settings;

import org.jspecify.annotations.NullMarked;
