/** Processes that brokerbench starts. */
@NullMarked
package io.brokerbench.process;

import org.jspecify.annotations.NullMarked;
