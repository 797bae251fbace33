package io.brokerbench.stored;

import io.brokerbench.compare.Better;
import io.brokerbench.compare.Repeats;
import io.brokerbench.report.Units;
import io.brokerbench.stored.StoredRun.Reading;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** The figures of a run that are compared; which of its metrics each is, the run's tool decides. */
public enum Figure {
  /** Messages a second: acknowledged, or received by consumers. */
  RATE(Better.HIGHER),
  /** Median latency, nanoseconds. */
  P50(Better.LOWER),
  /** 99th percentile of the latency, nanoseconds. */
  P99(Better.LOWER),
  /** Processor time of all brokers for a message, microseconds. */
  CPU(Better.LOWER);

  private final Better better;

  Figure(Better better) {
    this.better = better;
  }

  /** Which way it is to go. */
  public Better better() {
    return better;
  }

  /** Its name in flags and in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** By its name in flags. */
  public static Optional<Figure> of(String key) {
    return Arrays.stream(values()).filter(figure -> figure.key().equals(key)).findFirst();
  }

  /** Of all these runs that have it. */
  public Repeats of(List<StoredRun> runs) {
    return Repeats.of(
        runs.stream()
            .map(run -> run.readings().get(this))
            .filter(Objects::nonNull)
            .mapToDouble(Reading::value)
            .toArray());
  }

  /** A value with its unit, for people; {@code n/a} if it is not a number. */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return "n/a";
    }
    return switch (this) {
      case RATE -> Units.rate(value);
      case P50, P99 -> Units.nanos(OptionalLong.of(Math.round(value)));
      case CPU -> String.format(Locale.ROOT, "%.1f us", value);
    };
  }
}
