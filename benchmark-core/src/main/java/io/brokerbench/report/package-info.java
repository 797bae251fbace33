/** How results are shown to people. */
@NullMarked
package io.brokerbench.report;

import org.jspecify.annotations.NullMarked;
