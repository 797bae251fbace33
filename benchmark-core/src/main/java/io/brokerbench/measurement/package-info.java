/** A run's measurement: intervals, totals, the verdict and the files of its result directory. */
@NullMarked
package io.brokerbench.measurement;

import org.jspecify.annotations.NullMarked;
