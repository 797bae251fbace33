/** The controller's side: workers register, and are started for each run. */
@NullMarked
package io.brokerbench.workers.controller;

import org.jspecify.annotations.NullMarked;
