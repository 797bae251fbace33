/** Members of consumer groups. */
@NullMarked
package io.brokerbench.rocketmq.receive;

import org.jspecify.annotations.NullMarked;
