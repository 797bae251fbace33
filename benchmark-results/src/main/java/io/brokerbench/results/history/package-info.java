/** The history of nights: their figures, and the changes that people acknowledged. */
@NullMarked
package io.brokerbench.results.history;

import org.jspecify.annotations.NullMarked;
