/** The number of brokers that a peak load needs. */
@NullMarked
package io.brokerbench.plan;

import org.jspecify.annotations.NullMarked;
