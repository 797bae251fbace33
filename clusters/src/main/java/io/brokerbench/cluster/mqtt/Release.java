package io.brokerbench.cluster.mqtt;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A release of a broker, or a line of releases.
 *
 * @param name {@code 2.0.11}, {@code 2025.5}, {@code 2.0} for any of its patches, or a tag of an
 *     image
 */
record Release(String name) {

  private static final Pattern NOTATION = Pattern.compile("\\d{1,6}(\\.\\d{1,6}){0,2}[\\w.~-]*");

  static Release parse(String text) {
    if (!NOTATION.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "must be a release such as 2025.5 or 2.0.11, got \"%s\"", text));
    }
    return new Release(text.strip());
  }

  /** Whether this is the release that a line's name asks for. */
  boolean is(Release wanted) {
    return (name + ".").startsWith(wanted.name + ".");
  }
}
