/** Processes that brokerbench starts, and native code in its own. */
@NullMarked
package io.brokerbench.process;

import org.jspecify.annotations.NullMarked;
