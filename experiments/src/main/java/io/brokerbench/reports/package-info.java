/** Reports on result directories in every format. */
@NullMarked
package io.brokerbench.reports;

import org.jspecify.annotations.NullMarked;
