/** The threads that send. */
@NullMarked
package io.brokerbench.load;

import org.jspecify.annotations.NullMarked;
