/** When each message should leave: pure functions, and the wait for their result. */
@NullMarked
package io.brokerbench.schedule;

import org.jspecify.annotations.NullMarked;
