package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.units.Text;
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
    return Integer.parseInt(numbers.split("\\.", -1)[0]) < WITHOUT_MIRRORS;
  }
}
