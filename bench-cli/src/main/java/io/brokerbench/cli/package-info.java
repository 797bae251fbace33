/** The commands beside the benchmarks: what they take, what they say, how they end. */
@NullMarked
package io.brokerbench.cli;

import org.jspecify.annotations.NullMarked;
