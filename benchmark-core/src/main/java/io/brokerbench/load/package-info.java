/** Sender threads and consumers. */
@NullMarked
package io.brokerbench.load;

import org.jspecify.annotations.NullMarked;
