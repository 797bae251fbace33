/**
 * Starts and ends the nodes of any broker: child processes, containers, or addresses of an external
 * cluster. Code that is specific to one broker is in a package below.
 */
@NullMarked
package io.brokerbench.cluster;

import org.jspecify.annotations.NullMarked;
