/** Client instances and the options of the driver. */
@NullMarked
package io.brokerbench.rocketmq.connect;

import org.jspecify.annotations.NullMarked;
