package io.brokerbench.report;

import io.brokerbench.result.Interval;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer meters that read the last interval of a run. Before there is one, counters are 0 and
 * gauges not a number. Registered and fed by one thread; read by any.
 */
final class Meters {

  /**
   * What a listener was told last.
   *
   * @param progress negative if not known
   * @param secondsLeft negative if not known
   */
  record Moment(Interval interval, double progress, double secondsLeft) {}

  private final MeterRegistry registry;
  private final Set<List<Object>> registered = new HashSet<>();
  private volatile @Nullable Moment last;

  Meters(MeterRegistry registry) {
    this.registry = registry;
  }

  void now(Moment moment) {
    last = moment;
  }

  /** A figure that only grows; nothing happens if it is there already. */
  void counter(String name, Tags tags, String help, ToDoubleFunction<Interval> total) {
    if (registered.add(List.of(name, tags))) {
      FunctionCounter.builder(
              "brokerbench." + name,
              this,
              meters -> {
                Moment moment = meters.last;
                return moment == null ? 0 : total.applyAsDouble(moment.interval());
              })
          .description(help)
          .tags(tags)
          .register(registry);
    }
  }

  /** A figure that rises and falls; nothing happens if it is there already. */
  void gauge(String name, Tags tags, String help, ToDoubleFunction<Moment> figure) {
    if (registered.add(List.of(name, tags))) {
      Gauge.builder(
              "brokerbench." + name,
              this,
              meters -> {
                Moment moment = meters.last;
                return moment == null ? Double.NaN : figure.applyAsDouble(moment);
              })
          .description(help)
          .tags(tags)
          .register(registry);
    }
  }

  /** What is not known is told as below zero, and shown as not a number. */
  static double known(double figure) {
    return figure < 0 ? Double.NaN : figure;
  }
}
