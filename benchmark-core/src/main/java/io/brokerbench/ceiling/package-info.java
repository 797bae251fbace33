/** The performance limits of a machine, and how close a run came to them. */
@NullMarked
package io.brokerbench.ceiling;

import org.jspecify.annotations.NullMarked;
