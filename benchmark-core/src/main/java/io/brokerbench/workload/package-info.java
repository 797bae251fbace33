/** What is to be done, read strictly and checked before anything starts. */
@NullMarked
package io.brokerbench.workload;

import org.jspecify.annotations.NullMarked;
