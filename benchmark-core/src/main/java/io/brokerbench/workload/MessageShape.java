package io.brokerbench.workload;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.MessageRandom;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Configuration of the messages.
 *
 * @param sizes bytes of the body, by share
 * @param compressible share of a body that repeats itself
 * @param batch messages per request
 * @param keys what the keys of messages are
 * @param tags what the tags of messages are
 * @param propertyBytes bytes of random user properties, 0 for none
 * @param shards number of ordered streams per sender, 0 for none
 * @param topics that they go to
 * @param deliverAfter time from the intended time of a message to that of its delivery, which
 *     brokers wait for; 0 for messages without one
 */
public record MessageShape(
    Shares<Integer> sizes,
    double compressible,
    int batch,
    Keys keys,
    Tags tags,
    int propertyBytes,
    int shards,
    Topics topics,
    DrawnTime deliverAfter) {

  /** Key of the time of delivery. */
  public static final String DELIVER_AFTER = "message.deliver-after";

  static final int MAX_BODY_BYTES = 1 << 30;
  private static final int MAX_PROPERTY_BYTES = 32_767;
  private static final int MAX_TAGS = 1_000_000;
  private static final int MAX_KEYS = 1_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A message must be received within the largest latency that is recorded. */
  private static final long LATEST_DELIVERY_NANOS = LatencyRecorder.MAX_NANOS / 2;

  private static final int DELIVERY_SALT = "delivery".hashCode();
  private static final String SIZES =
      "must be a size, or sizes of at least %d bytes with shares of 100 %% in all, such as"
          + " 1KiB 70%%, 4KiB 30%%, got \"%s\"";

  /**
   * The keys of messages.
   *
   * @param any whether messages have keys
   * @param numbers of the keys by share; empty if a key is the second in which its message was made
   */
  public record Keys(boolean any, Optional<Shares<Integer>> numbers) {

    private static Keys parse(String text) {
      Optional<Shares<Integer>> zipf = Shares.parseZipf(text, MAX_KEYS, "keys", "keys".hashCode());
      return new Keys(zipf.isPresent() || flag(text), zipf);
    }

    private static boolean flag(String text) {
      return switch (text.strip()) {
        case "true" -> true;
        case "false" -> false;
        default ->
            throw new IllegalArgumentException(
                Text.of(
                    "must be true, false, or a distribution such as zipf(1000), got \"%s\"", text));
      };
    }
  }

  /**
   * The tags of messages.
   *
   * @param count number of different tags, 0 for none
   * @param numbers of the tags by share; empty if they take turns
   */
  public record Tags(int count, Optional<Shares<Integer>> numbers) {

    private static Tags parse(String text) {
      if (!Shares.isNotation(text)) {
        return new Tags((int) Settings.wholeNumber(text, 0, MAX_TAGS), Optional.empty());
      }
      try {
        Shares<Integer> numbers = Shares.parse(text, "tags".hashCode(), Shares::number);
        return new Tags(numbers.values().size(), Optional.of(numbers));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            Text.of(
                "must be a number, or shares of 100 %% in all, such as 60%%, 30%%, 10%%, got"
                    + " \"%s\"",
                text),
            e);
      }
    }

    /** Share of the messages that have the tag of a number, from 0. */
    private double share(int number) {
      return numbers.isPresent() ? numbers.get().share(number) : 1.0 / count;
    }

    /** Number of the tag of a message where there are tags, from 0. */
    public int of(int sender, long sequence) {
      return numbers.isPresent() ? numbers.get().of(sender, sequence) : (int) (sequence % count);
    }
  }

  static MessageShape read(Settings settings) {
    MessageShape shape =
        new MessageShape(
            settings.parsed("message.size", MessageShape::sizes),
            settings.ratio("message.compressible"),
            (int) settings.integer("message.batch", 1, 1024),
            settings.parsed("message.keys", Keys::parse),
            settings.parsed("message.tags", Tags::parse),
            (int) settings.bytes("message.properties", 0, MAX_PROPERTY_BYTES),
            (int) settings.integer("message.shards", 0, 10_000),
            Topics.read(settings),
            settings.parsed(DELIVER_AFTER, MessageShape::parseDeliverAfter));
    if (shape.deliversLater() && shape.batch > 1) {
      settings.problem(DELIVER_AFTER, "must be 0 for batches");
    }
    if (shape.deliversLater() && shape.shards > 0) {
      settings.problem(
          DELIVER_AFTER, "must be 0 with message.shards: streams have no order of delivery then");
    }
    if (shape.shards > 0 && shape.batch > 1) {
      settings.problem("message.shards", "must be 0 for batches");
    }
    if (shape.shards > 0 && shape.topics.several()) {
      settings.problem(
          "message.shards", "must be 0 with several topics (topic.count), to which streams spread");
    }
    return shape;
  }

  private static DrawnTime parseDeliverAfter(String text) {
    try {
      DrawnTime time = DrawnTime.parse(text);
      boolean bounded =
          time.shape() != DrawnTime.Shape.EXPONENTIAL
              && time.lowNanos() >= NANOS_PER_MILLI
              && time.highNanos() <= LATEST_DELIVERY_NANOS
              && time.lowNanos() % NANOS_PER_MILLI == 0
              && time.highNanos() % NANOS_PER_MILLI == 0;
      if (bounded || time.isNone()) {
        return time;
      }
    } catch (IllegalArgumentException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(
        Text.of(
            "must be 0, a time from 1ms to 30m in whole milliseconds, or a range such as 1s..5m, got"
                + " \"%s\"",
            text.strip()));
  }

  private static Shares<Integer> sizes(String text) {
    if (!Shares.isNotation(text)) {
      return Shares.only(size(text));
    }
    try {
      Shares<Integer> sizes = Shares.parse(text, "sizes".hashCode(), (index, size) -> size(size));
      if (Collections.min(sizes.values()) >= MessageHeader.BYTES) {
        return sizes;
      }
    } catch (IllegalArgumentException e) {
      // falls through to the common message
    }
    throw new IllegalArgumentException(Text.of(SIZES, MessageHeader.BYTES, text));
  }

  private static int size(String text) {
    long bytes = Quantities.bytes(text);
    if (bytes < 1 || bytes > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          Text.of("must be from 1 to %,d bytes, got \"%s\"", MAX_BODY_BYTES, text.strip()));
    }
    return (int) bytes;
  }

  /** Whether bodies have room for a header; messages without one are not audited. */
  public boolean hasHeader() {
    return Collections.min(sizes.values()) >= MessageHeader.BYTES;
  }

  /** Bytes of the largest body. */
  public int maxBytes() {
    return Collections.max(sizes.values());
  }

  public boolean isOfOneSize() {
    return Collections.min(sizes.values()).equals(Collections.max(sizes.values()));
  }

  /** Bytes of an average body. */
  public double meanBytes() {
    return mean(sizes);
  }

  /**
   * Bytes of an average body, rounded.
   *
   * @param size the setting {@code message.size}
   * @throws IllegalArgumentException if it is no size, and no sizes with shares
   */
  public static long meanBytes(String size) {
    return Math.round(mean(sizes(size)));
  }

  private static double mean(Shares<Integer> sizes) {
    return IntStream.range(0, sizes.values().size())
        .mapToDouble(i -> sizes.values().get(i) * sizes.share(i))
        .sum();
  }

  /** Number of the topic of a message, from 0: the same for all messages of a request. */
  public int topic(int sender, long sequence) {
    return topics.numbers().of(sender, sequence / batch);
  }

  /** Tag of a message; empty for none. */
  public String tag(int sender, long sequence) {
    return tags.count == 0 ? "" : tag(tags.of(sender, sequence));
  }

  private static String tag(int number) {
    return "tag" + number;
  }

  /** Share of the messages whose tag, empty for none, meets a condition. */
  double taggedShare(Predicate<String> condition) {
    if (tags.count == 0) {
      return condition.test("") ? 1 : 0;
    }
    return IntStream.range(0, tags.count)
        .filter(number -> condition.test(tag(number)))
        .mapToDouble(tags::share)
        .sum();
  }

  /** Whether brokers are to deliver messages at a time after they were sent. */
  public boolean deliversLater() {
    return !deliverAfter.isNone();
  }

  /**
   * Nanoseconds from the intended time of a message to that of its delivery, in whole milliseconds,
   * as brokers count them.
   */
  public long deliverAfterNanos(int sender, long sequence) {
    long nanos = deliverAfter.nanos(MessageRandom.uniform(DELIVERY_SALT, sender, sequence, 0));
    return nanos / NANOS_PER_MILLI * NANOS_PER_MILLI;
  }

  /** The longest time from the intended time of a message to that of its delivery. */
  public Duration longestDeliverAfter() {
    return Duration.ofNanos(deliverAfter.highNanos());
  }
}
