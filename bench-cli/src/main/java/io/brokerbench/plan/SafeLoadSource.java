package io.brokerbench.plan;

import java.io.IOException;

/** Where a safe load is known from. */
@FunctionalInterface
public interface SafeLoadSource {

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if what is there is none; the message begins with what it is
   *     about
   */
  SafeLoad read() throws IOException;
}
