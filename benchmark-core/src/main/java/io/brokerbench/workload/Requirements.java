package io.brokerbench.workload;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load.SendMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bounds that the figures of a run must keep; {@code reference.yaml} explains each. Immutable.
 *
 * @param bounds in the order of their keys; empty if nothing is required
 */
public record Requirements(List<Bound> bounds) {

  /** Start of the names of the settings. */
  public static final String PREFIX = "require.";

  private static final String NOTHING = "none";
  private static final String NEEDS_SENDERS = "needs senders; set load.threads, or leave it out";
  private static final String NEEDS_CONSUMERS =
      "needs consumers; set consume.threads, or leave it out";

  /**
   * A bound.
   *
   * @param key the figure
   * @param value in the figure's unit; the bound itself is good
   */
  public record Bound(Key key, double value) {

    /** Whether a value keeps the bound. */
    public boolean keeps(double measured) {
      return key.unit.atLeast ? measured >= value : measured <= value;
    }

    /** The text for display: {@code cpu at most 75 %}. */
    public String text() {
      return Text.of(
          "%s at %s %s", key.key(), key.unit.atLeast ? "least" : "most", key.unit.text(value));
    }

    /** The text of a measured value, which differs from that of the bound if it misses it. */
    public String text(double measured) {
      String text = key.unit.text(measured);
      return !keeps(measured) && text.equals(key.unit.text(value))
          ? key.unit.exactText(measured)
          : text;
    }
  }

  /** A figure that can be bounded. */
  public enum Key {
    RESPONSE_P99("response-p99", Unit.NANOS),
    SERVICE_P99("service-p99", Unit.NANOS),
    END_TO_END_P99("end-to-end-p99", Unit.NANOS),
    END_TO_END_MAX("end-to-end-max", Unit.NANOS),
    ACKED("acked", Unit.PER_SECOND),
    RECEIVED("received", Unit.PER_SECOND),
    ERRORS("errors", Unit.SHARE),
    LOST("lost", Unit.MESSAGES),
    CPU("cpu", Unit.SHARE),
    IOWAIT("iowait", Unit.SHARE),
    MEMORY("memory", Unit.SHARE),
    GC("gc", Unit.SHARE),
    DISK("disk", Unit.SHARE),
    NETWORK("network", Unit.SHARE);

    private final String key;
    private final Unit unit;

    Key(String key, Unit unit) {
      this.key = key;
      this.unit = unit;
    }

    /** The name of the setting, without its section. */
    public String key() {
      return key;
    }

    /** Why no run with these settings has the figure; empty if one may have it. */
    private Optional<String> impossible(Load load, ConsumptionSettings consumption) {
      return Optional.ofNullable(
          switch (this) {
            case RESPONSE_P99 ->
                load.threads() > 0 && load.schedule().isEmpty()
                    ? "needs an open loop; set load.rate, or require service-p99"
                    : senders(load);
            case SERVICE_P99, ERRORS -> senders(load);
            case ACKED -> acknowledgements(load);
            case END_TO_END_P99, END_TO_END_MAX, RECEIVED -> consumers(consumption);
            case LOST -> consumption.any() ? acknowledgements(load) : consumers(consumption);
            case CPU, IOWAIT, MEMORY, GC, DISK, NETWORK -> null;
          });
    }

    private static @Nullable String senders(Load load) {
      return load.threads() == 0 ? NEEDS_SENDERS : null;
    }

    private static @Nullable String consumers(ConsumptionSettings consumption) {
      return consumption.any() ? null : NEEDS_CONSUMERS;
    }

    private static @Nullable String acknowledgements(Load load) {
      return load.threads() > 0 && load.mode() == SendMode.ONEWAY
          ? "needs acknowledgements, which mode oneway does not have; leave it out"
          : senders(load);
    }
  }

  private enum Unit {
    NANOS(false, "a duration above 0 such as 50ms"),
    PER_SECOND(true, "a rate above 0 such as 20k/s"),
    SHARE(false, "a share from 0% to 100% such as 75%"),
    MESSAGES(false, "a whole number of messages such as 0");

    private final boolean atLeast;
    private final String notation;

    Unit(boolean atLeast, String notation) {
      this.atLeast = atLeast;
      this.notation = notation;
    }

    private double parse(String text) {
      double value =
          switch (this) {
            case NANOS -> Quantities.duration(text).toNanos();
            case PER_SECOND -> Quantities.ratePerSecond(text);
            case SHARE -> Quantities.share(text);
            case MESSAGES -> Long.parseLong(text);
          };
      boolean inRange =
          switch (this) {
            case NANOS, PER_SECOND -> value > 0;
            case SHARE -> value >= 0 && value <= 1;
            case MESSAGES -> value >= 0;
          };
      if (!inRange) {
        throw new IllegalArgumentException("out of range");
      }
      return value;
    }

    private String text(double value) {
      return switch (this) {
        case NANOS -> Units.nanos(Math.round(value));
        case PER_SECOND -> Units.rate(value) + "/s";
        case SHARE -> Units.percent(value);
        case MESSAGES -> Units.count(Math.round(value)) + " messages";
      };
    }

    private String exactText(double value) {
      return switch (this) {
        case NANOS -> String.format(Locale.ROOT, "%,.0f ns", value);
        case PER_SECOND -> value + "/s";
        case SHARE -> value * 100 + " %";
        case MESSAGES -> text(value);
      };
    }
  }

  static Requirements read(Settings settings, Load load, ConsumptionSettings consumption) {
    List<Bound> bounds = new ArrayList<>();
    for (Key key : Key.values()) {
      Optional<Bound> bound = settings.parsed(PREFIX + key.key, text -> bound(key, text.strip()));
      bound.ifPresent(
          required -> {
            bounds.add(required);
            key.impossible(load, consumption)
                .ifPresent(rule -> settings.problem(PREFIX + key.key, rule));
          });
    }
    return new Requirements(List.copyOf(bounds));
  }

  private static Optional<Bound> bound(Key key, String text) {
    if (text.equals(NOTHING)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Bound(key, key.unit.parse(text)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Text.of("must be none, or %s, got \"%s\"", key.unit.notation, text), e);
    }
  }
}
