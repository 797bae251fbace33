/** The commands apart from the benchmarks: their arguments, output and exit codes. */
@NullMarked
package io.brokerbench.cli;

import org.jspecify.annotations.NullMarked;
