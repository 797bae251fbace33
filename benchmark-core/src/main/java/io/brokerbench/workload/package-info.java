/** The workload, parsed strictly and validated before anything starts. */
@NullMarked
package io.brokerbench.workload;

import org.jspecify.annotations.NullMarked;
