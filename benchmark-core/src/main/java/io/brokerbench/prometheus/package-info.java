/** The text format of Prometheus, and the interface of its server. */
@NullMarked
package io.brokerbench.prometheus;

import org.jspecify.annotations.NullMarked;
