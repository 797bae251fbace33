/** Result directories as they are read back, and the figures that are compared. */
@NullMarked
package io.brokerbench.stored;

import org.jspecify.annotations.NullMarked;
