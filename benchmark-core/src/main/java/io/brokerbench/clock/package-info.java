/** The only package that reads the clocks of the machine. */
@NullMarked
package io.brokerbench.clock;

import org.jspecify.annotations.NullMarked;
