/** Numbers with their units, and exceptions, as people read them. */
@NullMarked
package io.brokerbench.units;

import org.jspecify.annotations.NullMarked;
