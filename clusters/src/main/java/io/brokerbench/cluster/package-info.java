/**
 * Brings nodes up and down, whatever broker they are: child processes, containers, or addresses of
 * somebody else's. What is a broker's own stands in a package below.
 */
@NullMarked
package io.brokerbench.cluster;

import org.jspecify.annotations.NullMarked;
