/** Benchmarks from Java, by the settings and checks of the commands. */
@NullMarked
package io.brokerbench.api;

import org.jspecify.annotations.NullMarked;
