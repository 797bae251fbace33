/** What limited the rate of a run. */
@NullMarked
package io.brokerbench.bottleneck;

import org.jspecify.annotations.NullMarked;
