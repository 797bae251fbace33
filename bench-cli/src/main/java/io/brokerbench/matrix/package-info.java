/** Runs in every combination of some settings, several times. */
@NullMarked
package io.brokerbench.matrix;

import org.jspecify.annotations.NullMarked;
