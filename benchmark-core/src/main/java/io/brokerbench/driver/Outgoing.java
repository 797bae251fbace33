package io.brokerbench.driver;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message about to leave. Reused by its sender thread; not thread-safe. */
public final class Outgoing {

  /** The body; never changed after it was handed to a producer that keeps it. */
  public byte[] body = new byte[0];

  /** RocketMQ's KEYS; null for none. */
  public @Nullable String key;

  /** RocketMQ's tag; null for none. */
  public @Nullable String tag;

  /** Messages with the same number go to the same queue; negative for no such order. */
  public int shard = -1;

  /** User properties; empty for none. */
  public Map<String, String> properties = Map.of();
}
