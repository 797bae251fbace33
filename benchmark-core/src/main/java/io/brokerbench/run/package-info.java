/** The run from top to bottom. */
@NullMarked
package io.brokerbench.run;

import org.jspecify.annotations.NullMarked;
