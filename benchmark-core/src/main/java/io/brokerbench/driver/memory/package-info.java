/**
 * An in-memory broker that obeys a script of delays, stalls, losses and duplicates, to prove the
 * measuring machine itself.
 */
@NullMarked
package io.brokerbench.driver.memory;

import org.jspecify.annotations.NullMarked;
