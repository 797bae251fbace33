package io.brokerbench.prometheus;

import java.util.Map;

/**
 * A value of a metric at one moment.
 *
 * @param name of the metric
 * @param labels by name; without the name of the metric
 * @param value NaN if it is not a finite number, or cannot be read
 */
public record MetricSample(String name, Map<String, String> labels, double value) {

  public MetricSample {
    labels = Map.copyOf(labels);
  }

  /** The value of a label; empty if there is none. */
  public String label(String label) {
    return labels.getOrDefault(label, "");
  }
}
