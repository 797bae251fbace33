/** The catalogue of the figures of a run, and the bounds that users set for them. */
@NullMarked
package io.brokerbench.figures;

import org.jspecify.annotations.NullMarked;
