/** The planned faults of a run in results. */
@NullMarked
package io.brokerbench.results.faults;

import org.jspecify.annotations.NullMarked;
