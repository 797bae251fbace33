/** A few bits for each message, in pages: in use, packed, in a file, and on their way. */
@NullMarked
package io.brokerbench.record.page;

import org.jspecify.annotations.NullMarked;
