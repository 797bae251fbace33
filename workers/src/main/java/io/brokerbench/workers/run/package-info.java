/**
 * Runs whose load workers generate: {@code WorkerClients} on the controller, {@code WorkerTask} on
 * each worker.
 */
@NullMarked
package io.brokerbench.workers.run;

import org.jspecify.annotations.NullMarked;
