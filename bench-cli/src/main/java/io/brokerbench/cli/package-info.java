/** The commands that read result directories and measure nothing. */
@NullMarked
package io.brokerbench.cli;

import org.jspecify.annotations.NullMarked;
