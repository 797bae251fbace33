/** Live meters of a run, for Micrometer registries. */
@NullMarked
package io.brokerbench.meters;

import org.jspecify.annotations.NullMarked;
