/** Whether one set of runs is faster than another, and how sure that is. */
@NullMarked
package io.brokerbench.compare;

import org.jspecify.annotations.NullMarked;
