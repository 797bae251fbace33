/** Nights: a matrix that is repeated every night and compared with the last accepted one. */
@NullMarked
package io.brokerbench.night;

import org.jspecify.annotations.NullMarked;
