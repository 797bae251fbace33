package io.brokerbench.cluster.mqtt;

import io.brokerbench.units.Text;
import java.util.regex.Pattern;

/**
 * A release of a broker, or a line of releases.
 *
 * @param name {@code 2.0.11}, {@code 2025.5}, {@code 2.0} for any of its patches, or a tag of an
 *     image
 */
record MqttRelease(String name) {

  private static final Pattern NOTATION = Pattern.compile("\\d{1,6}(\\.\\d{1,6}){0,2}[\\w.~-]*");

  static MqttRelease parse(String text) {
    if (!NOTATION.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException(
          Text.of("must be a release such as 2025.5 or 2.0.11, got \"%s\"", text));
    }
    return new MqttRelease(text.strip());
  }

  /** Whether this release is the wanted one, or belongs to the wanted line of releases. */
  boolean is(MqttRelease wanted) {
    return (name + ".").startsWith(wanted.name + ".");
  }
}
