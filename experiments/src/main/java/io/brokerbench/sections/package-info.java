/** Sections of a workload file that describe its experiment. */
@NullMarked
package io.brokerbench.sections;

import org.jspecify.annotations.NullMarked;
