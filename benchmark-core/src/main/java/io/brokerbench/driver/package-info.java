/**
 * The interfaces between the benchmark and a broker: clusters, sessions, producers, consumers; and
 * an in-memory broker.
 */
@NullMarked
package io.brokerbench.driver;

import org.jspecify.annotations.NullMarked;
