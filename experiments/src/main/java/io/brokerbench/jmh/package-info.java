/** Results of JMH, read and compared. */
@NullMarked
package io.brokerbench.jmh;

import org.jspecify.annotations.NullMarked;
