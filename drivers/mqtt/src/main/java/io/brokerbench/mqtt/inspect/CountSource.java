package io.brokerbench.mqtt.inspect;

import java.util.Map;
import java.util.OptionalLong;

/** A broker's own counts. Thread-safe. */
public interface CountSource extends AutoCloseable {

  /** Name of the number of messages published to the broker, the only figure that audits use. */
  String RECEIVED = "receivedMessages";

  /** Figures last reported, by name; empty if there are none. Does not block. */
  Map<String, Long> last();

  /**
   * Number of times so far that the broker answered with its figures; empty if it publishes them
   * when they change.
   */
  default OptionalLong readings() {
    return OptionalLong.empty();
  }

  /**
   * Waits, for a limited time, until the figures include everything before the call.
   *
   * @return figures by name; without {@link #RECEIVED} if that is not reported or its counter was
   *     reset
   */
  Map<String, Long> settled();

  @Override
  void close();
}
