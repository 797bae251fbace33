package io.brokerbench.driver;

import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Number of messages that the brokers stored for all topics since a session was opened.
 *
 * @param messages all of them; empty if the brokers do not report it
 * @param onJoined the part that is on brokers which joined the cluster after the session was
 *     opened, by their names; without brokers that hold none
 * @param mayIncludeOlder whether these may have held a part of it when they joined
 */
public record StoredCount(
    OptionalLong messages, SortedMap<String, Long> onJoined, boolean mayIncludeOlder) {

  public static final StoredCount UNKNOWN = of(OptionalLong.empty());

  public StoredCount {
    onJoined = Collections.unmodifiableSortedMap(new TreeMap<>(onJoined));
  }

  /** The count of a cluster that no broker joined. */
  public static StoredCount of(OptionalLong messages) {
    return new StoredCount(messages, Collections.emptySortedMap(), false);
  }

  /** The count of a cluster that no broker joined. */
  public static StoredCount of(long messages) {
    return of(OptionalLong.of(messages));
  }
}
