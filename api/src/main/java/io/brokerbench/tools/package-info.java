/** The measuring commands by name. */
@NullMarked
package io.brokerbench.tools;

import org.jspecify.annotations.NullMarked;
