/**
 * The senders and consumers of a run with their records, behind one interface: in this process or,
 * with workers, in others.
 */
@NullMarked
package io.brokerbench.generator;

import org.jspecify.annotations.NullMarked;
