package io.brokerbench.workload;

import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The limit of sends in flight, or one after the other in the measured time: {@code 10 each for
 * 60s, 20 each for 60s}. Immutable.
 *
 * @param steps at least one
 */
public record InFlightLimits(List<Step> steps) {

  private static final String FOR = "\\bfor\\b";
  private static final String SEPARATOR = " for ";

  /**
   * A limit and its length.
   *
   * @param length above zero; zero for the only limit of a load
   */
  public record Step(InFlight limit, Duration length) {}

  public InFlightLimits {
    steps = List.copyOf(steps);
  }

  /**
   * Parses a limit in the notation of {@link InFlight}, or steps of limits with their lengths.
   *
   * @param requestsPerSecond of each sender; NaN if the rate is not constant
   * @param scale multiplies lengths, and limits for all senders together
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  static InFlightLimits parse(String text, double requestsPerSecond, Scale scale) {
    if (!text.contains(SEPARATOR)) {
      InFlight limit = InFlight.parse(text, requestsPerSecond).times(scale.clients());
      return new InFlightLimits(List.of(new Step(limit, Duration.ZERO)));
    }
    List<Step> steps = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] limitAndLength = part.split(FOR, -1);
      if (limitAndLength.length != 2) {
        throw new IllegalArgumentException(
            Text.of("must have a length for \"%s\", as in \"10 each for 60s\"", part.strip()));
      }
      if (limitAndLength[0].strip().equals(InFlight.UNANSWERED)) {
        throw new IllegalArgumentException(
            Text.of("cannot be none for a part of the load, got \"%s\"", part.strip()));
      }
      Duration length = scale.of(Quantities.duration(limitAndLength[1].strip()));
      if (length.isZero()) {
        throw new IllegalArgumentException(
            Text.of("must have steps longer than 0s, got \"%s\"", part.strip()));
      }
      steps.add(
          new Step(
              InFlight.parse(limitAndLength[0], requestsPerSecond).times(scale.clients()), length));
    }
    if (steps.stream().map(step -> step.limit().each()).distinct().count() > 1) {
      throw new IllegalArgumentException(
          Text.of("must be of each sender in all steps or in none, got \"%s\"", text));
    }
    return new InFlightLimits(steps);
  }

  /**
   * Parses limits that are not scaled.
   *
   * @param requestsPerSecond of each sender; NaN if the rate is not constant
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  public static InFlightLimits parse(String text, double requestsPerSecond) {
    return parse(text, requestsPerSecond, Scale.NONE);
  }

  /** The limits in a text with steps, as they are written; none of a text without steps. */
  public static List<String> written(String text) {
    return text.contains(SEPARATOR)
        ? Arrays.stream(text.split(",", -1)).map(part -> part.split(FOR, -1)[0].strip()).toList()
        : List.of();
  }

  /** The first limit, which applies to the warm-up as well. */
  public InFlight first() {
    return steps.get(0).limit();
  }

  public boolean stepped() {
    return steps.size() > 1;
  }

  /** The length of all steps together; zero for a single limit without a length. */
  Duration length() {
    return steps.stream().map(Step::length).reduce(Duration.ZERO, Duration::plus);
  }

  /** The largest limit for all senders together. */
  public int ofAll(int senders) {
    return steps.stream().mapToInt(step -> step.limit().ofAll(senders)).max().orElseThrow();
  }

  /** The largest number of sends of a limit. */
  public int sends() {
    return steps.stream().mapToInt(step -> step.limit().sends()).max().orElseThrow();
  }

  /** The notation of all steps' limits: {@code 64}, {@code 10 each}, {@code 10 each, 20 each}. */
  public String text() {
    return String.join(", ", steps.stream().map(step -> step.limit().text()).toList());
  }
}
