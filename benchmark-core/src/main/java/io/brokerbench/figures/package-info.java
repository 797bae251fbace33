/** The figures of a run, which is one catalogue, and the bounds that users set for them. */
@NullMarked
package io.brokerbench.figures;

import org.jspecify.annotations.NullMarked;
