/** State of each message during the run: header, histograms, counts. */
@NullMarked
package io.brokerbench.record;

import org.jspecify.annotations.NullMarked;
