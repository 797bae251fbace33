/** Published figures of an experiment, and measured ones side by side with them. */
@NullMarked
package io.brokerbench.published;

import org.jspecify.annotations.NullMarked;
