package io.brokerbench.driver;

import io.brokerbench.workload.MessageShape;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A message to send. Reused by its sender thread; not thread-safe. */
public final class Outgoing {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  /** Maximum length of a part of a body: much less than the window of any compression. */
  private static final int PART_BYTES = 256;

  /** The start of the bodies of probes. */
  private static final String PROBE = "probe";

  /** As long as the seconds since 1970, which are the keys of a run. */
  private static final String PROBE_KEY = "probe-----";

  /** The body; not modified after it was passed to a producer that keeps it. */
  public byte[] body = new byte[0];

  /** Message key (RocketMQ: KEYS); null for none. */
  public @Nullable String key;

  /** Message tag (RocketMQ: TAGS); null for none. */
  public @Nullable String tag;

  /** Number of the topic, from 0; the same for all messages of a request. */
  public int topic;

  /** Messages with the same number go to the same queue; negative for no ordering. */
  public int shard = -1;

  /** Time at which brokers are to deliver it, milliseconds since 1970; 0 for at once. */
  public long deliverAtMillis;

  /** User properties; empty for none. */
  public Map<String, String> properties = Map.of();

  /**
   * A message with the size, key, tag and properties of a run's messages; its body starts with
   * {@code probe}.
   */
  public static Outgoing probe(MessageShape shape) {
    Outgoing probe = new Outgoing();
    SplittableRandom random = new SplittableRandom(0);
    probe.body = text(random, shape.maxBytes(), shape.compressible());
    for (int i = 0; i < Math.min(PROBE.length(), probe.body.length); i++) {
      probe.body[i] = (byte) PROBE.charAt(i);
    }
    probe.key = shape.keys().any() ? PROBE_KEY : null;
    probe.tag = shape.tags().count() > 0 ? shape.tag(0, 0) : null;
    probe.properties = properties(random, shape.propertyBytes());
    return probe;
  }

  /**
   * Random letters and digits, which compression by bits makes a quarter smaller, and runs of one
   * letter, which any compression removes: equal parts of at most 256 bytes each end with such a
   * run.
   *
   * @param compressible share of each part that is the run
   */
  public static byte[] text(SplittableRandom random, int bytes, double compressible) {
    byte[] text = new byte[bytes];
    int parts = Math.max(1, (bytes + PART_BYTES - 1) / PART_BYTES);
    int part = (bytes + parts - 1) / parts;
    for (int i = 0; i < bytes; i++) {
      text[i] =
          (byte)
              (i % part < part * (1 - compressible)
                  ? ALPHABET.charAt(random.nextInt(ALPHABET.length()))
                  : '-');
    }
    return text;
  }

  /** Name-value pairs with a total length above {@code bytes}; none if that is 0. */
  public static Map<String, String> properties(SplittableRandom random, int bytes) {
    Map<String, String> properties = new HashMap<>();
    int size = 0;
    for (int i = 0; bytes > 0 && size <= bytes; i++) {
      String name = "prop" + i;
      String value = "hello" + random.nextInt(100_000);
      properties.put(name, value);
      size += name.length() + value.length();
    }
    return properties;
  }
}
