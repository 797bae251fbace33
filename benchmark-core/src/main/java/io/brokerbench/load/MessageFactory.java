package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Creates the messages of one sender. Not thread-safe.
 *
 * <p>Bodies of each size are random letters and digits, with several variants in turn, so that
 * compression does not see a single text. Bodies are reused where the client releases them;
 * otherwise each message has its own copy.
 */
final class MessageFactory {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int VARIANTS = 16;

  /** Of bodies of all sizes, beyond one of each. */
  private static final int MAX_POOL_BYTES = 1 << 18;

  private final Outgoing[] batch;
  private final boolean reusable;
  private final List<Bodies> bodies = new ArrayList<>();
  private final String[] tags;
  private final List<Map<String, String>> properties = new ArrayList<>();
  private final MessageHeader.Writer header;
  private final Workload workload;
  private final int sender;
  private final MessageShape shape;
  private final Clock clock;
  private final String[] numberedKeys;
  private long keySecond = -1;
  private String key = "";

  private static final class Bodies {
    final byte[][] bodies;
    final int[] tailChecksums;

    Bodies(MessageShape shape, int bytes, SplittableRandom random) {
      int room = MAX_POOL_BYTES / shape.sizes().values().size() / bytes;
      int variants = Math.max(shape.batch(), Math.min(VARIANTS, room + 1));
      this.bodies = new byte[variants][];
      this.tailChecksums = new int[variants];
      for (int i = 0; i < variants; i++) {
        bodies[i] = Outgoing.text(random, bytes, shape.compressible());
        tailChecksums[i] = shape.hasHeader() ? MessageHeader.tailChecksum(bodies[i]) : 0;
      }
    }

    void replace(byte[] body) {
      for (int i = 0; i < bodies.length; i++) {
        if (bodies[i] == body) {
          bodies[i] = body.clone();
        }
      }
    }
  }

  /**
   * Prepares bodies, keys, tags and properties.
   *
   * @param reusable whether the client releases bodies when a send has ended
   */
  MessageFactory(
      Workload workload,
      int run,
      int sender,
      Supplier<ClockStamp> stamp,
      boolean reusable,
      Clock clock) {
    this.workload = workload;
    this.sender = sender;
    this.shape = workload.message();
    this.reusable = reusable;
    this.clock = clock;
    this.header = new MessageHeader.Writer(run, sender, stamp);
    this.batch = new Outgoing[shape.batch()];
    for (int i = 0; i < batch.length; i++) {
      batch[i] = new Outgoing();
    }
    SplittableRandom random = new SplittableRandom(workload.seed() * 31 + sender);
    for (int bytes : shape.sizes().values()) {
      bodies.add(new Bodies(shape, bytes, random));
    }
    for (int i = 0; i < VARIANTS; i++) {
      properties.add(Outgoing.properties(random, shape.propertyBytes()));
    }
    this.tags = numbered("tag", shape.tags().count());
    this.numberedKeys =
        numbered("key", shape.keys().numbers().map(shares -> shares.values().size()).orElse(0));
  }

  private static String[] numbered(String name, int count) {
    String[] all = new String[count];
    Arrays.setAll(all, i -> name + i);
    return all;
  }

  /** The next request; the array and its elements are the same in each call. */
  Outgoing[] next(long firstSequence, long intendedNanos) {
    int topic = shape.topic(sender, firstSequence);
    for (int i = 0; i < batch.length; i++) {
      long sequence = firstSequence + i;
      Bodies pool = bodies.get(shape.sizes().index(sender, sequence));
      int variant = (int) (sequence % pool.bodies.length);
      Outgoing message = batch[i];
      message.body = reusable ? pool.bodies[variant] : pool.bodies[variant].clone();
      if (shape.hasHeader()) {
        TransactionOutcome outcome =
            workload.transactions().outcome(workload.seed(), sender, sequence);
        header.write(message.body, sequence, intendedNanos, outcome, pool.tailChecksums[variant]);
      }
      message.key = shape.keys().any() ? key(sequence) : null;
      message.tag = tags.length > 0 ? tags[shape.tags().of(sender, sequence)] : null;
      message.properties = properties.get((int) (sequence % VARIANTS));
      message.topic = topic;
      message.shard = shape.shards() > 0 ? shard(sequence) : -1;
      message.deliverAtMillis =
          shape.deliversLater() ? deliverAtMillis(sequence, intendedNanos) : 0;
    }
    return batch;
  }

  /** Replaces the bodies of the last request, because the client may still read them. */
  void abandonBodies() {
    if (reusable) {
      for (Outgoing message : batch) {
        bodies.forEach(pool -> pool.replace(message.body));
      }
    }
  }

  /** The time of delivery; not before that of the audit, which counts in nanoseconds. */
  private long deliverAtMillis(long sequence, long intendedNanos) {
    long fromNow = intendedNanos + shape.deliverAfterNanos(sender, sequence) - clock.nanoTime();
    return clock.now().plusNanos(fromNow + NANOS_PER_MILLI - 1).toEpochMilli();
  }

  private int shard(long sequence) {
    return sender * shape.shards() + (int) (sequence % shape.shards());
  }

  private String key(long sequence) {
    if (shape.keys().numbers().isPresent()) {
      return numberedKeys[shape.keys().numbers().get().of(sender, sequence)];
    }
    long second = clock.now().getEpochSecond();
    if (second != keySecond) {
      keySecond = second;
      key = Long.toString(second);
    }
    return key;
  }
}
