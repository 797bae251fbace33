/** Requests to the sources of figures. */
@NullMarked
package io.brokerbench.http;

import org.jspecify.annotations.NullMarked;
