/** RocketMQ's Consumer, extended: its flags, its console line. */
@NullMarked
package io.brokerbench.consumer;

import org.jspecify.annotations.NullMarked;
