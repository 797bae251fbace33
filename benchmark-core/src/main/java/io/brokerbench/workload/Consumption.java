package io.brokerbench.workload;

import io.brokerbench.record.Draw;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How messages are consumed.
 *
 * @param threads of each client; 0 if nobody consumes
 * @param clients of each group
 * @param group name of the first consumer group
 * @param groups how many there are; each gets every message
 * @param from where a group begins that has no position yet
 * @param failShare share of deliveries that are asked for again
 * @param work what a consumer does with a message
 * @param backlog what is built before consumption begins; empty for nothing
 * @param drain how long it must be silent at the end, with messages missing, to be over
 * @param filter which messages the groups want
 */
public record Consumption(
    int threads,
    int clients,
    String group,
    int groups,
    From from,
    double failShare,
    Work work,
    Optional<Backlog> backlog,
    Duration drain,
    Filter filter) {

  /** Where a group begins. */
  public enum From {
    /** With what is sent from now on. */
    LAST,
    /** With the oldest message there is. */
    FIRST
  }

  /**
   * What is built before consumption begins: so many messages, or for so long.
   *
   * @param messages 0 if it is a time
   */
  public record Backlog(long messages, Duration time) {}

  private static final int FAN_OUT = 3;
  private static final int MAX_GROUPS = 1000;
  private static final String GROUP = "[%|a-zA-Z0-9_-]{1,120}";

  static Consumption read(Settings settings, MessageShape message) {
    int threads = (int) settings.integer("consume.threads", 0, 1000);
    Optional<Backlog> backlog = settings.parsed("consume.backlog", Consumption::backlog);
    if (threads == 0 && backlog.isPresent()) {
      settings.problem("consume.backlog", "needs consumers: set consume.threads");
    }
    String group = settings.parsed("consume.group", Consumption::group);
    int groups = (int) settings.integer("consume.groups", 1, MAX_GROUPS);
    if (!name(group, groups).matches(GROUP)) {
      settings.problem(
          "consume.group",
          String.format(
              Locale.ROOT,
              "must leave room within 120 characters for what further groups add: %s",
              name(group, groups)));
    }
    return new Consumption(
        threads,
        (int) settings.integer("consume.clients", 1, 10_000),
        group,
        groups,
        settings.choice("consume.from", From.class),
        settings.ratio("consume.fail"),
        settings.parsed("consume.work", Work::parse),
        backlog,
        settings.duration("consume.drain", Duration.ofSeconds(1)),
        Filter.read(settings, message));
  }

  /** Whether anybody consumes. */
  public boolean any() {
    return threads > 0;
  }

  /** Whether there are so many groups that the copies of a message are told apart. */
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

  /** Whether this delivery is to be asked for again; the same for the same seed. */
  public boolean fails(long seed, int producer, long sequence, int attempt) {
    return failShare > 0 && Draw.uniform(~seed, producer, sequence, attempt) < failShare;
  }

  private static String group(String text) {
    if (!text.matches(GROUP)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "must be 1 to 120 letters, digits, %%, |, - or _, got \"%s\"", text));
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
      // falls through to the message for both
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "must be a number of messages, a time such as 30s, or none, got \"%s\"",
            text));
  }
}
