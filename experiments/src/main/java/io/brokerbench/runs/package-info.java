/** Runs side by side: groups of comparable runs and their tables. */
@NullMarked
package io.brokerbench.runs;

import org.jspecify.annotations.NullMarked;
