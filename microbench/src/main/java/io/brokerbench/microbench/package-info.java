/** JMH benchmarks of brokerbench's hot path and of the accuracy of its pacing. */
@NullMarked
package io.brokerbench.microbench;

import org.jspecify.annotations.NullMarked;
