package io.brokerbench.cluster.rocketmq;

import io.brokerbench.units.Text;
import java.util.Collection;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A release of RocketMQ and its features.
 *
 * @param name the version in Maven Central: {@code 5.5.0}
 */
record RocketMqRelease(String name, int major, int minor, int patch) {

  private static final Comparator<RocketMqRelease> ORDER =
      Comparator.comparingInt(RocketMqRelease::major)
          .thenComparingInt(RocketMqRelease::minor)
          .thenComparingInt(RocketMqRelease::patch)
          .thenComparing(RocketMqRelease::name);

  private static final Pattern NOTATION =
      Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})([.-][A-Za-z0-9.-]+)?");

  static RocketMqRelease parse(String text) {
    Matcher m = NOTATION.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          Text.of("must be a release such as 5.5.0 or 4.9.7, got \"%s\"", text));
    }
    return new RocketMqRelease(
        text.strip(),
        Integer.parseInt(m.group(1)),
        Integer.parseInt(m.group(2)),
        Integer.parseInt(m.group(3)));
  }

  /** Before release 5, the role SYNC_MASTER is sufficient to wait for the slave. */
  boolean needsInSyncReplicas() {
    return major >= 5;
  }

  /** From release 5 on, a slave discards the address in its file and never learns another. */
  boolean keepsHaMasterAddress() {
    return major < 5;
  }

  /** Whether groups of brokers can replicate one log by Raft. */
  boolean hasDLedger() {
    return major > 4 || (major == 4 && minor >= 5);
  }

  /** Whether there is a controller that chooses the master of a group of brokers. */
  boolean hasController() {
    return major >= 5;
  }

  /** Whether there is a proxy that accepts gRPC. */
  boolean hasProxy() {
    return major >= 5;
  }

  /** Netty and the buffers of release 4 access internals of the JDK. */
  boolean needsOpenJdk() {
    return major < 5;
  }

  /**
   * The neighbour among {@code names} that shares more of major and minor version with this one; of
   * two equals, the lower one.
   */
  Optional<String> nearest(Collection<String> names) {
    NavigableSet<RocketMqRelease> there = new TreeSet<>(ORDER);
    names.stream()
        .filter(name -> NOTATION.matcher(name).matches())
        .map(RocketMqRelease::parse)
        .forEach(there::add);
    RocketMqRelease below = there.floor(this);
    RocketMqRelease above = there.ceiling(this);
    if (below == null || (above != null && shared(above) > shared(below))) {
      return Optional.ofNullable(above).map(RocketMqRelease::name);
    }
    return Optional.of(below.name());
  }

  private int shared(RocketMqRelease other) {
    if (major != other.major) {
      return 0;
    }
    return minor == other.minor ? 2 : 1;
  }
}
