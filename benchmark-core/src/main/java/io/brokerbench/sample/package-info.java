/** Resource use of the run: generator, brokers and host, once per second. */
@NullMarked
package io.brokerbench.sample;

import org.jspecify.annotations.NullMarked;
