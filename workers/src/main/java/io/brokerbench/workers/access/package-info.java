/** Who may connect: addresses, and certificates that both sides verify. */
@NullMarked
package io.brokerbench.workers.access;

import org.jspecify.annotations.NullMarked;
