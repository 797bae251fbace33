package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.units.Text;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of RabbitMQ, or a line of releases.
 *
 * @param numbers {@code 3.10.8}, or {@code 3.10} for any of its patches
 * @param variant the suffix of an image tag after the numbers: {@code -alpine}; may be empty
 */
record RabbitMqRelease(String numbers, String variant) {

  private static final Pattern NOTATION =
      Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6}){0,2})([.~-][A-Za-z0-9.~-]+)?");

  private static final int WITHOUT_MIRRORS = 4;

  /** The minor release of 3 with which streams and a node's own counts of messages begin. */
  private static final int MINOR_WITH_STREAMS = 9;

  /** The patch of 3.8 from which joining nodes take a lock instead of a random delay. */
  private static final int PATCH_WITH_LOCK = 18;

  static RabbitMqRelease parse(String text) {
    Matcher m = NOTATION.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          Text.of("must be a release such as 3.10.8 or 3.13, got \"%s\"", text));
    }
    String variant = m.group(2);
    return new RabbitMqRelease(m.group(1), variant == null ? "" : variant);
  }

  /** The notation in settings and image tags. */
  String name() {
    return numbers + variant;
  }

  /** Whether this release is the wanted one, or belongs to the wanted line of releases. */
  boolean is(RabbitMqRelease wanted) {
    return (numbers + ".").startsWith(wanted.numbers + ".");
  }

  /** Whether a policy can mirror classic queues; later releases refuse such a policy. */
  boolean hasMirrors() {
    return number(0, 0) < WITHOUT_MIRRORS;
  }

  /** Whether there are streams. A line without a minor release is taken for its newest. */
  boolean hasStreams() {
    return number(0, 0) >= WITHOUT_MIRRORS
        || (number(0, 0) == WITHOUT_MIRRORS - 1
            && number(1, Integer.MAX_VALUE) >= MINOR_WITH_STREAMS);
  }

  /** Whether a node's metrics count the messages of all channels, closed ones included. */
  boolean countsMessages() {
    return hasStreams();
  }

  /**
   * Whether a node that joins a cluster waits for a random time of up to a minute first. A line
   * without a patch is taken for its newest.
   */
  boolean delaysJoining() {
    return !hasStreams()
        && (number(1, 0) < MINOR_WITH_STREAMS - 1
            || number(2, Integer.MAX_VALUE) < PATCH_WITH_LOCK);
  }

  /** The release and its minor release, {@code 3.10}, of an image tag; empty for a variant. */
  Optional<String> line() {
    String[] parts = numbers.split("\\.", -1);
    return variant.isEmpty() && parts.length > 1
        ? Optional.of(parts[0] + "." + parts[1])
        : Optional.empty();
  }

  private int number(int position, int missing) {
    String[] parts = numbers.split("\\.", -1);
    return position < parts.length ? Integer.parseInt(parts[position]) : missing;
  }
}
