/** Comparison of two sets of runs. */
@NullMarked
package io.brokerbench.compare;

import org.jspecify.annotations.NullMarked;
