/**
 * Planned faults of a run: what senders record of their messages, and how long and how much a fault
 * hurt them. Pure functions and books, without brokers or threads.
 */
@NullMarked
package io.brokerbench.fault;

import org.jspecify.annotations.NullMarked;
