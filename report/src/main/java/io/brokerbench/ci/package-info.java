/** Results for CI servers. */
@NullMarked
package io.brokerbench.ci;

import org.jspecify.annotations.NullMarked;
