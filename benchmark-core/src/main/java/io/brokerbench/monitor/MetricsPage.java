package io.brokerbench.monitor;

import io.brokerbench.prometheus.MetricSample;
import java.util.List;

/**
 * The metrics of a source at one moment.
 *
 * @param seconds time of the figures on the source's clock; NaN if it does not report one
 * @param ageSeconds age of the figures at their arrival, as far as the source reports it
 * @param intervalSeconds time between the source's own readings; 0 if it reads when it is asked
 */
record MetricsPage(
    List<MetricSample> samples, double seconds, double ageSeconds, double intervalSeconds) {

  MetricsPage {
    samples = List.copyOf(samples);
  }
}
