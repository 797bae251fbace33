/** What results state of the clocks of machines: comparisons of two, and their synchronization. */
@NullMarked
package io.brokerbench.results.clocks;

import org.jspecify.annotations.NullMarked;
