/** A run on the console: status line, report lines, summary and tables. */
@NullMarked
package io.brokerbench.console;

import org.jspecify.annotations.NullMarked;
