package io.brokerbench.cluster.rocketmq;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of RocketMQ and what it can do.
 *
 * @param name as Maven Central has it: {@code 5.5.0}
 */
record Release(String name, int major, int minor, int patch) {

  private static final Comparator<Release> ORDER =
      Comparator.comparingInt(Release::major)
          .thenComparingInt(Release::minor)
          .thenComparingInt(Release::patch)
          .thenComparing(Release::name);

  private static final Pattern NOTATION =
      Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})([.-][A-Za-z0-9.-]+)?");

  static Release parse(String text) {
    Matcher m = NOTATION.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "must be a release such as 5.5.0 or 4.9.7, got \"%s\"", text));
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

  /** Groups of brokers that keep one log by Raft. */
  boolean hasDLedger() {
    return major > 4 || (major == 4 && minor >= 5);
  }

  /** A controller that says which broker of a group is its master. */
  boolean hasController() {
    return major >= 5;
  }

  /** A proxy that takes gRPC. */
  boolean hasProxy() {
    return major >= 5;
  }

  /** Netty of release 4 and its buffers reach into the JDK. */
  boolean needsOpenJdk() {
    return major < 5;
  }

  /**
   * The neighbour among {@code names} that shares more of major and minor with this one; of equals
   * the lower.
   */
  Optional<String> nearest(Collection<String> names) {
    NavigableSet<Release> there = new TreeSet<>(ORDER);
    names.stream()
        .filter(name -> NOTATION.matcher(name).matches())
        .map(Release::parse)
        .forEach(there::add);
    Release below = there.floor(this);
    Release above = there.ceiling(this);
    if (below == null || (above != null && shared(above) > shared(below))) {
      return Optional.ofNullable(above).map(Release::name);
    }
    return Optional.of(below.name());
  }

  private int shared(Release other) {
    if (major != other.major) {
      return 0;
    }
    return minor == other.minor ? 2 : 1;
  }
}
