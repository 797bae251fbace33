package io.brokerbench.stored;

import io.brokerbench.statistics.Direction;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun.Reading;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** The figures by which runs are compared; the tool of the run determines the metric of each. */
public enum Figure {
  /** Messages per second: acknowledged, or received by consumers. */
  RATE(Direction.HIGHER),
  /** Median latency, nanoseconds. */
  P50(Direction.LOWER),
  /** 99th percentile of the latency, nanoseconds. */
  P99(Direction.LOWER),
  /** Processor time of all brokers per message, microseconds. */
  CPU(Direction.LOWER);

  private final Direction better;

  Figure(Direction better) {
    this.better = better;
  }

  /** The direction in which the figure improves. */
  public Direction better() {
    return better;
  }

  /** The name in flags and in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The figure with this name; empty if there is none. */
  public static Optional<Figure> of(String key) {
    return Arrays.stream(values()).filter(figure -> figure.key().equals(key)).findFirst();
  }

  /** The values of those runs that have the figure. */
  public Repeats of(List<StoredRun> runs) {
    return Repeats.of(
        runs.stream()
            .map(run -> run.readings().get(this))
            .filter(Objects::nonNull)
            .mapToDouble(Reading::value)
            .toArray());
  }

  /** A value with its unit for display; {@code n/a} for NaN. */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return "n/a";
    }
    return switch (this) {
      case RATE -> Units.rate(value);
      case P50, P99 -> Units.nanos(OptionalLong.of(Math.round(value)));
      case CPU -> Text.of("%.1f us", value);
    };
  }
}
