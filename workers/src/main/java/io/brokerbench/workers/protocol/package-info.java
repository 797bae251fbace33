/** The messages between a controller and its workers, and what both sides must agree on. */
@NullMarked
package io.brokerbench.workers.protocol;

import org.jspecify.annotations.NullMarked;
