package io.brokerbench.cluster.rabbitmq;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of RabbitMQ, or a line of releases.
 *
 * @param numbers {@code 3.10.8}, or {@code 3.10} for any of its patches
 * @param variant what a tag of an image has behind the numbers: {@code -alpine}; or nothing
 */
record Release(String numbers, String variant) {

  private static final Pattern NOTATION =
      Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6}){0,2})([.~-][A-Za-z0-9.~-]+)?");

  private static final int WITHOUT_MIRRORS = 4;

  static Release parse(String text) {
    Matcher m = NOTATION.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "must be a release such as 3.10.8 or 3.13, got \"%s\"", text));
    }
    String variant = m.group(2);
    return new Release(m.group(1), variant == null ? "" : variant);
  }

  /** As it was written. */
  String name() {
    return numbers + variant;
  }

  /** Whether this is the release that a line's name asks for. */
  boolean is(Release wanted) {
    return (numbers + ".").startsWith(wanted.numbers + ".");
  }

  /** Classic queues with mirrors, by a policy; later releases refuse such a policy. */
  boolean hasMirrors() {
    return Integer.parseInt(numbers.split("\\.", -1)[0]) < WITHOUT_MIRRORS;
  }
}
