/** Producers over remoting and gRPC. */
@NullMarked
package io.brokerbench.rocketmq.send;

import org.jspecify.annotations.NullMarked;
