/** The only place that asks the machine for the time. */
@NullMarked
package io.brokerbench.clock;

import org.jspecify.annotations.NullMarked;
