/** The connection of a run between controller and worker, the same on both sides. */
@NullMarked
package io.brokerbench.workers.link;

import org.jspecify.annotations.NullMarked;
