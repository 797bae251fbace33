/** Looks at this machine: its ceilings, and what it lacks. */
@NullMarked
package io.brokerbench.doctor;

import org.jspecify.annotations.NullMarked;
