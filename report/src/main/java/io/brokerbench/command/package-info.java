/** Commands: flags to settings, settings to runs, runs to an exit code. */
@NullMarked
package io.brokerbench.command;

import org.jspecify.annotations.NullMarked;
