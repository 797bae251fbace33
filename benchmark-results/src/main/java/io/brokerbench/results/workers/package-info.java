/** The workers of a run in results. */
@NullMarked
package io.brokerbench.results.workers;

import org.jspecify.annotations.NullMarked;
