/** What result directories hold. */
@NullMarked
package io.brokerbench.stored;

import org.jspecify.annotations.NullMarked;
