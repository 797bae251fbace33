/** The worker's side: a supervisor, and the JVM that it starts for each run. */
@NullMarked
package io.brokerbench.workers.worker;

import org.jspecify.annotations.NullMarked;
