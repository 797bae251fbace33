/** Nodes in containers. */
@NullMarked
package io.brokerbench.cluster.docker;

import org.jspecify.annotations.NullMarked;
