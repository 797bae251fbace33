/**
 * Statistics of repeated runs and of series: means on a logarithmic scale, Welch's interval of a
 * ratio, steady state and trend.
 */
@NullMarked
package io.brokerbench.statistics;

import org.jspecify.annotations.NullMarked;
