/** How many brokers a load needs. */
@NullMarked
package io.brokerbench.plan;

import org.jspecify.annotations.NullMarked;
