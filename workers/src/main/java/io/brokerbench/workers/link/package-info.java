/** The connection between controller and worker, the same on both sides, and its credentials. */
@NullMarked
package io.brokerbench.workers.link;

import org.jspecify.annotations.NullMarked;
