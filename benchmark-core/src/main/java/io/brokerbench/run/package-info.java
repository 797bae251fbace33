/** Execution of a complete run. */
@NullMarked
package io.brokerbench.run;

import org.jspecify.annotations.NullMarked;
