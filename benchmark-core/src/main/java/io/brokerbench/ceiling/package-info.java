/** What a machine can do at most, and how close a run came to it. */
@NullMarked
package io.brokerbench.ceiling;

import org.jspecify.annotations.NullMarked;
