/** Brings brokers up and down: as child processes, or takes the addresses of somebody else's. */
@NullMarked
package io.brokerbench.cluster;

import org.jspecify.annotations.NullMarked;
