/** Nodes as child processes. */
@NullMarked
package io.brokerbench.cluster.process;

import org.jspecify.annotations.NullMarked;
