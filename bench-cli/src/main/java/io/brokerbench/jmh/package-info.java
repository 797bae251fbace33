/** What JMH measured, read from its JSON. */
@NullMarked
package io.brokerbench.jmh;

import org.jspecify.annotations.NullMarked;
