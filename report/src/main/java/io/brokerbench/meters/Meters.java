package io.brokerbench.meters;

import io.brokerbench.measurement.Interval;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Micrometer meters that read the last interval of a run. Before the first interval, counters are 0
 * and gauges NaN. Registered and updated by one thread; read by any.
 */
final class Meters {

  /**
   * The last state received by a listener.
   *
   * @param progress negative if unknown
   * @param secondsLeft negative if unknown
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

  /** Registers a figure that only grows, unless it is registered. */
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

  /** Registers a figure that can rise and fall, unless it is registered. */
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

  /** Converts {@code endToEnd} to {@code end.to.end}, the notation of Micrometer. */
  static String dotted(String name) {
    return name.replaceAll("(\\p{Upper})", ".$1").toLowerCase(Locale.ROOT);
  }

  /** Converts unknown figures, which are negative, to NaN. */
  static double known(double figure) {
    return figure < 0 ? Double.NaN : figure;
  }
}
