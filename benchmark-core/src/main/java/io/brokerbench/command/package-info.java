/** Commands: flags become settings, settings become runs, verdicts become exit codes. */
@NullMarked
package io.brokerbench.command;

import org.jspecify.annotations.NullMarked;
