/** A place to look: results in a browser on the same machine, by a server that only reads. */
@NullMarked
package io.brokerbench.serve;

import org.jspecify.annotations.NullMarked;
