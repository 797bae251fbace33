/**
 * What the measuring machine needs of a broker: clusters, sessions, producers; and an in-memory
 * broker.
 */
@NullMarked
package io.brokerbench.driver;

import org.jspecify.annotations.NullMarked;
