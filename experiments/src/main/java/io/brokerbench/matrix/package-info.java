/** Matrices of runs: cells, their execution and their tables. */
@NullMarked
package io.brokerbench.matrix;

import org.jspecify.annotations.NullMarked;
