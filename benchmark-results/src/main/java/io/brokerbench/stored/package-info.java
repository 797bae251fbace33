/** Result directories as they are read back. */
@NullMarked
package io.brokerbench.stored;

import org.jspecify.annotations.NullMarked;
