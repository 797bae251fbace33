package io.brokerbench.workload;

import io.brokerbench.record.MessageRandom;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Configuration of the consumers.
 *
 * @param threads consuming threads of each client; 0 for no consumers
 * @param clients clients of each group
 * @param group name of the first consumer group
 * @param groups number of groups; each receives every message
 * @param from start position of a group without a position
 * @param failShare share of deliveries that are rejected for redelivery
 * @param work simulated work on each message
 * @param backlog built before consumption starts; empty for none
 * @param drain length of silence that ends the drain while messages are missing
 * @param filter of the groups
 * @param useExisting whether consumers may take messages that other clients may be waiting for
 */
public record ConsumptionSettings(
    int threads,
    int clients,
    String group,
    int groups,
    From from,
    double failShare,
    DrawnTime work,
    Optional<Backlog> backlog,
    Duration drain,
    Filter filter,
    boolean useExisting) {

  /** Start position of a group. */
  public enum From {
    /** Messages sent from now on. */
    LAST,
    /** From the oldest message on. */
    FIRST
  }

  /**
   * A backlog built before consumption starts, by number of messages or by time.
   *
   * @param messages 0 if the time applies
   */
  public record Backlog(long messages, Duration time) {

    /**
     * Time until senders have built it, in nanoseconds; infinite for a number of messages without a
     * rate.
     *
     * @param rate that is offered; empty for a closed loop
     */
    public double buildNanos(Optional<RateProfile> rate) {
      return messages == 0
          ? (double) time.toNanos()
          : rate.map(profile -> profile.nanosUntil((double) messages))
              .orElse(Double.POSITIVE_INFINITY);
    }

    private Backlog times(Scale scale) {
      return new Backlog(scale.of(messages), scale.of(time));
    }
  }

  private static final int FAN_OUT = 3;
  private static final int MAX_GROUPS = 1000;
  private static final String GROUP = "[%|a-zA-Z0-9_-]{1,120}";

  static ConsumptionSettings read(Settings settings, MessageShape message) {
    int threads = (int) settings.integer("consume.threads", 0, 1000);
    Scale scale = Scale.read(settings);
    Optional<Backlog> backlog =
        settings.parsed("consume.backlog", text -> backlog(text).map(whole -> whole.times(scale)));
    if (threads == 0 && backlog.isPresent()) {
      settings.problem("consume.backlog", "needs consumers: set consume.threads");
    }
    String group = settings.parsed("consume.group", ConsumptionSettings::group);
    int groups = (int) settings.integer("consume.groups", 1, MAX_GROUPS);
    if (!name(group, groups).matches(GROUP)) {
      settings.problem(
          "consume.group",
          Text.of(
              "must leave room within 120 characters for what further groups add: %s",
              name(group, groups)));
    }
    return new ConsumptionSettings(
        threads,
        (int) settings.clients("consume.clients", 1, 10_000),
        group,
        groups,
        settings.choice("consume.from", From.class),
        settings.ratio("consume.fail"),
        settings.parsed("consume.work", DrawnTime::parse),
        backlog,
        settings.duration("consume.drain", Duration.ofSeconds(1)),
        Filter.read(settings, message),
        settings.flag("consume.use-existing"));
  }

  public boolean any() {
    return threads > 0;
  }

  /** Whether there are enough groups to distinguish the copies of a message. */
  public boolean fansOut() {
    return any() && groups >= FAN_OUT;
  }

  /** Names of the groups, in order. */
  public List<String> groupNames() {
    return IntStream.rangeClosed(1, groups).mapToObj(number -> name(group, number)).toList();
  }

  private static String name(String first, int number) {
    return number == 1 ? first : first + "-" + number;
  }

  /** Whether to reject this delivery; the same for the same seed. */
  public boolean fails(long seed, int producer, long sequence, int attempt) {
    return failShare > 0 && MessageRandom.uniform(~seed, producer, sequence, attempt) < failShare;
  }

  private static String group(String text) {
    if (!text.matches(GROUP)) {
      throw new IllegalArgumentException(
          Text.of("must be 1 to 120 letters, digits, %%, |, - or _, got \"%s\"", text));
    }
    return text;
  }

  private static Optional<Backlog> backlog(String text) {
    if (text.equals("none")) {
      return Optional.empty();
    }
    if (text.strip().matches("[1-9]\\d{0,17}")) {
      return Optional.of(new Backlog(Long.parseLong(text.strip()), Duration.ZERO));
    }
    try {
      Duration time = Quantities.duration(text);
      if (!time.isZero()) {
        return Optional.of(new Backlog(0, time));
      }
    } catch (IllegalArgumentException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(
        Text.of("must be a number of messages, a time such as 30s, or none, got \"%s\"", text));
  }
}
