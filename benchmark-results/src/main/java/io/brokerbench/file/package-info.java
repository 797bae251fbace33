/** Files that are on disk whole or not at all, and directories held by one process at a time. */
@NullMarked
package io.brokerbench.file;

import org.jspecify.annotations.NullMarked;
