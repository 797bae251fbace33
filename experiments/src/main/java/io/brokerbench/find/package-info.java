/** The search for the highest sustainable rate. */
@NullMarked
package io.brokerbench.find;

import org.jspecify.annotations.NullMarked;
