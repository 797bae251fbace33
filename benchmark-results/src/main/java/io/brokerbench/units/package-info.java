/** Numbers with their units as people read them. */
@NullMarked
package io.brokerbench.units;

import org.jspecify.annotations.NullMarked;
