/** Intended times of messages as pure functions, and the waiting for them. */
@NullMarked
package io.brokerbench.schedule;

import org.jspecify.annotations.NullMarked;
