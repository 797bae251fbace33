/** What is known at the end: figures, verdict, files. */
@NullMarked
package io.brokerbench.result;

import org.jspecify.annotations.NullMarked;
