/** The report on a run, made of the files in its result directory alone. */
@NullMarked
package io.brokerbench.page;

import org.jspecify.annotations.NullMarked;
