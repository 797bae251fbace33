/** What the run costs: generator, brokers and host, once a second. */
@NullMarked
package io.brokerbench.sample;

import org.jspecify.annotations.NullMarked;
