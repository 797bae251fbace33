package io.brokerbench.monitor;

import java.util.HashMap;
import java.util.Map;

/**
 * Growth of counters since each was first read. Differences of readings are taken before anything
 * is scaled, because the counters of years times a unit may leave a long. Not thread-safe.
 */
final class CounterGrowth {

  private final Map<String, Double> read = new HashMap<>();
  private final Map<String, Double> grown = new HashMap<>();

  /** Whether a reading is below the one before it. */
  boolean fell(String counter, double reading) {
    return since(counter, reading) < 0;
  }

  /** Growth since the last reading; 0 if there is none. */
  double since(String counter, double reading) {
    return reading - read.getOrDefault(counter, reading);
  }

  /** Growth since the first reading, with this one. */
  double add(String counter, double reading) {
    double growth = grown.merge(counter, since(counter, reading), Double::sum);
    read.put(counter, reading);
    return growth;
  }

  /** The same without the growth since the last reading, which means nothing. */
  double skip(String counter, double reading) {
    read.put(counter, reading);
    return grown.merge(counter, 0.0, Double::sum);
  }
}
