/** Ceilings and shortcomings of this machine. */
@NullMarked
package io.brokerbench.doctor;

import org.jspecify.annotations.NullMarked;
