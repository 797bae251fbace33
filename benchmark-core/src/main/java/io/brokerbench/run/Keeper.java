package io.brokerbench.run;

import io.brokerbench.measurement.Measurement;
import java.io.IOException;

/** Stores the results measured so far. */
@FunctionalInterface
interface Keeper {

  /**
   * Stores a measurement; returns at once.
   *
   * @throws IOException if an earlier one could not be written
   */
  void keep(Measurement measurement) throws IOException;
}
