/** Addresses of servers: one notation for all brokers, sources of figures and workers. */
@NullMarked
package io.brokerbench.address;

import org.jspecify.annotations.NullMarked;
