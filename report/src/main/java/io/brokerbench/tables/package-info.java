/** Tables of a run's results, which the console and the page share. */
@NullMarked
package io.brokerbench.tables;

import org.jspecify.annotations.NullMarked;
