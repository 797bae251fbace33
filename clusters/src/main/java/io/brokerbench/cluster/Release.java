package io.brokerbench.cluster;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of RocketMQ and what it can do.
 *
 * @param name as Maven Central has it: {@code 5.5.0}
 */
record Release(String name, int major, int minor, int patch) {

  private static final Pattern NOTATION =
      Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})([.-][A-Za-z0-9.-]+)?");

  static Release parse(String text) {
    Matcher m = NOTATION.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "must be a release such as 5.5.0 or 4.9.7, got \"%s\"".formatted(text));
    }
    return new Release(
        text.strip(),
        Integer.parseInt(m.group(1)),
        Integer.parseInt(m.group(2)),
        Integer.parseInt(m.group(3)));
  }

  /** Before release 5 SYNC_MASTER alone waits for the slave. */
  boolean needsInSyncReplicas() {
    return major >= 5;
  }

  /** From release 5 on a slave forgets the address in its file, and never learns another. */
  boolean keepsHaMasterAddress() {
    return major < 5;
  }

  /** Netty of release 4 and its buffers reach into the JDK. */
  boolean needsOpenJdk() {
    return major < 5;
  }

  /** The one of {@code names} with the least difference, first in major, then minor, then patch. */
  Optional<String> nearest(Collection<String> names) {
    return names.stream()
        .filter(name -> NOTATION.matcher(name).matches())
        .map(Release::parse)
        .min(Comparator.comparing(this::distance, Arrays::compare).thenComparing(Release::name))
        .map(Release::name);
  }

  private int[] distance(Release other) {
    return new int[] {
      Math.abs(major - other.major), Math.abs(minor - other.minor), Math.abs(patch - other.patch)
    };
  }
}
