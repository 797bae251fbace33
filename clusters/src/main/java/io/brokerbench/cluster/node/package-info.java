/** Nodes of a cluster, whatever hosts them: what is launched, what runs, what it prints. */
@NullMarked
package io.brokerbench.cluster.node;

import org.jspecify.annotations.NullMarked;
