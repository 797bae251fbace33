/** JMH benchmarks of our own hot path, and of how well it keeps time. */
@NullMarked
package io.brokerbench.microbench;

import org.jspecify.annotations.NullMarked;
