/** Quantities of a run that users set bounds for: latencies, and the utilization of resources. */
@NullMarked
package io.brokerbench.bound;

import org.jspecify.annotations.NullMarked;
