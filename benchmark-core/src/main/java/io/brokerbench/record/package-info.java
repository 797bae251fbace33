/** What is known of each message while the run goes on: header, histograms, counts. */
@NullMarked
package io.brokerbench.record;

import org.jspecify.annotations.NullMarked;
