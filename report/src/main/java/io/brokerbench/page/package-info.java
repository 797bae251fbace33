/** The report of a run, created only from the files in its result directory. */
@NullMarked
package io.brokerbench.page;

import org.jspecify.annotations.NullMarked;
