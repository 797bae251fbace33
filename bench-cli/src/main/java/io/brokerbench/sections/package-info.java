/** The parts of a workload file that are no settings: matrix, search, published figures. */
@NullMarked
package io.brokerbench.sections;

import org.jspecify.annotations.NullMarked;
