package io.brokerbench.driver;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message to send. Reused by its sender thread; not thread-safe. */
public final class Outgoing {

  /** The body; not modified after it was passed to a producer that keeps it. */
  public byte[] body = new byte[0];

  /** Message key (RocketMQ: KEYS); null for none. */
  public @Nullable String key;

  /** Message tag (RocketMQ: TAGS); null for none. */
  public @Nullable String tag;

  /** Messages with the same number go to the same queue; negative for no ordering. */
  public int shard = -1;

  /** User properties; empty for none. */
  public Map<String, String> properties = Map.of();
}
