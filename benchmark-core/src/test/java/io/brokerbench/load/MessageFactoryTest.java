package io.brokerbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class MessageFactoryTest {

  private static final ClockStamp STAMP = new ClockStamp(5, 77, 6, 8);

  private final ManualClock clock = new ManualClock();

  @Property(tries = 100)
  void everyMessageOfABatchHasItsOwnSequenceAndAnUnbrokenBody(
      @ForAll @IntRange(min = MessageHeader.BYTES, max = 2000) int size,
      @ForAll @IntRange(min = 1, max = 40) int batch,
      @ForAll boolean reusable) {
    MessageFactory factory = factory(1, reusable, "message.size=" + size, "message.batch=" + batch);
    for (int request = 0; request < 5; request++) {
      Outgoing[] messages = factory.next((long) request * batch, 77);
      assertThat(messages).hasSize(batch);
      for (int i = 0; i < batch; i++) {
        assertThat(messages[i].body).hasSize(size);
        MessageHeader header = MessageHeader.read(messages[i].body).orElseThrow();
        assertThat(header.intact()).isTrue();
        assertThat(header.run()).isEqualTo(9);
        assertThat(header.producer()).isZero();
        assertThat(header.sequence()).isEqualTo((long) request * batch + i);
        assertThat(header.intendedNanos()).isEqualTo(77);
        assertThat(header.outcome()).isEqualTo(TransactionOutcome.COMMITTED);
        assertThat(header.clockId()).isEqualTo(STAMP.id());
        assertThat(header.anchorNanos()).isEqualTo(STAMP.anchorNanos());
        assertThat(header.errorNanos()).isEqualTo(STAMP.errorNanos());
      }
    }
  }

  @Test
  void aBodyTooSmallForAHeaderIsSentAllTheSame() {
    Outgoing[] messages = factory(1, true, "message.size=5").next(0, 0);
    assertThat(messages[0].body).hasSize(5);
  }

  /** Never before the time of the audit, and the same in each run. */
  @Test
  void messagesForLaterStateWhen() {
    MessageFactory factory = factory(1, true, "message.deliver-after=1s..5s");
    MessageFactory again = factory(2, true, "message.deliver-after=1s..5s");
    MessageShape shape = TestWorkload.of("message.deliver-after=1s..5s").message();
    Instant now = clock.now();
    Set<Long> different = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      long due = factory.next(i, clock.nanoTime() + 77)[0].deliverAtMillis;
      assertThat(again.next(i, clock.nanoTime() + 77)[0].deliverAtMillis).isEqualTo(due);
      long nanos = Duration.between(now, Instant.ofEpochMilli(due)).toNanos();
      assertThat(nanos - shape.deliverAfterNanos(0, i)).isBetween(77L, 2_000_000L);
      assertThat(shape.deliverAfterNanos(0, i)).isBetween(1_000_000_000L, 5_000_000_000L);
      different.add(due);
    }
    assertThat(different).hasSizeGreaterThan(90);
    assertThat(factory(1, true).next(0, 77)[0].deliverAtMillis).isZero();
  }

  @Test
  void sameSeedGivesTheSameMessagesAndAnotherOneOthers() {
    assertThat(texts(1)).isEqualTo(texts(1)).isNotEqualTo(texts(2));
  }

  private List<String> texts(long seed) {
    MessageFactory factory =
        factory(
            seed,
            true,
            "message.size=200",
            "message.keys=true",
            "message.tags=3",
            "message.properties=100");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Outgoing message = factory.next(i, i)[0];
      texts.add(Arrays.toString(message.body) + message.tag + message.properties + message.key);
    }
    return texts;
  }

  @Test
  void keysTagsAndPropertiesAreThereWhenAskedFor() {
    Outgoing plain = factory(1, true, "message.size=40").next(0, 0)[0];
    assertThat(plain.key).isNull();
    assertThat(plain.tag).isNull();
    assertThat(plain.properties).isEmpty();
    MessageFactory factory =
        factory(
            1,
            true,
            "message.size=40",
            "message.keys=true",
            "message.tags=3",
            "message.properties=100");
    clock.advance(5_000_000_000L);
    List<String> tags = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Outgoing message = factory.next(i, 0)[0];
      tags.add(message.tag);
      assertThat(message.key).isEqualTo("5");
      int bytes =
          message.properties.entrySet().stream()
              .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
              .sum();
      assertThat(bytes).isBetween(100, 120);
    }
    assertThat(tags).containsExactly("tag0", "tag1", "tag2", "tag0", "tag1", "tag2");
  }

  @Test
  void sizesTagsAndKeysHaveTheirShares() {
    Workload workload =
        TestWorkload.of(
            "message.size=100 75%, 1KiB 25%",
            "message.tags=90%, 10%", "message.keys=zipf(10)", "message.batch=4", "topic.count=3");
    MessageFactory factory = new MessageFactory(workload, 9, 2, () -> STAMP, true, clock);
    Map<Object, Integer> counts = new HashMap<>();
    long bytes = 0;
    for (int request = 0; request < 2_500; request++) {
      for (Outgoing message : factory.next(4L * request, 0)) {
        MessageHeader header = MessageHeader.read(message.body).orElseThrow();
        assertThat(header.intact()).isTrue();
        assertThat(message.tag).isEqualTo(workload.message().tag(2, header.sequence()));
        assertThat(message.topic).isEqualTo(workload.message().topic(2, header.sequence()));
        assertThat(message.topic).isEqualTo(workload.message().topic(2, 4L * request));
        counts.merge("topic" + message.topic, 1, Integer::sum);
        bytes += message.body.length;
        counts.merge(message.body.length, 1, Integer::sum);
        counts.merge(String.valueOf(message.tag), 1, Integer::sum);
        counts.merge(String.valueOf(message.key), 1, Integer::sum);
      }
    }
    assertThat(counts).hasSize(2 + 2 + 10 + 3);
    // 99.9 % quantiles of the distribution with 1, 1 and 9 degrees of freedom.
    assertThat(chiSquared(counts, Map.of(100, 0.75, 1024, 0.25))).isLessThan(10.8);
    assertThat(chiSquared(counts, Map.of("tag0", 0.9, "tag1", 0.1))).isLessThan(10.8);
    assertThat(chiSquared(counts, tenKeys())).isLessThan(27.8);
    assertThat(bytes / 10_000.0).isCloseTo(workload.message().meanBytes(), withinPercentage(5));
    assertThat(workload.message().meanBytes()).isEqualTo(331);
    assertThat(workload.message().maxBytes()).isEqualTo(1024);
  }

  /** Key number k, from 1, has the share 1/k of their sum. */
  private static Map<String, Double> tenKeys() {
    double sum = IntStream.rangeClosed(1, 10).mapToDouble(k -> 1.0 / k).sum();
    Map<String, Double> shares = new HashMap<>();
    for (int key = 0; key < 10; key++) {
      shares.put("key" + key, 1 / (sum * (key + 1)));
    }
    return shares;
  }

  /** Pearson's statistic of 10,000 messages. */
  private static double chiSquared(Map<Object, Integer> counts, Map<?, Double> shares) {
    double sum = 0;
    for (Map.Entry<?, Double> share : shares.entrySet()) {
      double expected = share.getValue() * 10_000;
      double difference = counts.getOrDefault(share.getKey(), 0) - expected;
      sum += difference * difference / expected;
    }
    return sum;
  }

  @Test
  void compressionRemovesTheShareThatRepeats() {
    assertThat(deflatedShare("0")).isBetween(0.7, 0.8);
    assertThat(deflatedShare("0.5")).isBetween(0.35, 0.42);
    assertThat(deflatedShare("0.9")).isBetween(0.07, 0.12);
  }

  @Test
  void theShareThatRepeatsIsThatOfABodyOfAnySize() {
    assertThat(repeated("128", "0")).isZero();
    assertThat(repeated("128", "0.5")).isEqualTo(64);
    assertThat(repeated("200", "0.75")).isEqualTo(150);
    assertThat(repeated("256", "0.5")).isEqualTo(128);
    assertThat(repeated("300", "0.5")).isEqualTo(150);
    assertThat(repeated("1024", "0.5")).isEqualTo(512);
  }

  private long repeated(String size, String compressible) {
    byte[] body =
        factory(1, true, "message.size=" + size, "message.compressible=" + compressible)
            .next(0, 0)[0]
            .body;
    return IntStream.range(MessageHeader.BYTES, body.length).filter(i -> body[i] == '-').count();
  }

  private double deflatedShare(String compressible) {
    byte[] body =
        factory(1, true, "message.size=64KiB", "message.compressible=" + compressible)
            .next(0, 0)[0]
            .body;
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(body);
      deflater.finish();
      return deflater.deflate(new byte[2 * body.length]) / (double) body.length;
    } finally {
      deflater.end();
    }
  }

  @Test
  void messagesOfAStreamHaveTheSameNumberAndOtherSendersOthers() {
    Workload workload = TestWorkload.of("message.shards=3");
    MessageFactory factory = new MessageFactory(workload, 9, 2, () -> STAMP, true, clock);
    assertThat(factory.next(0, 0)[0].shard).isEqualTo(6);
    assertThat(factory.next(4, 0)[0].shard).isEqualTo(7);
    assertThat(factory.next(3, 0)[0].shard).isEqualTo(6);
    assertThat(factory(1, true).next(0, 0)[0].shard).isNegative();
  }

  private MessageFactory factory(long seed, boolean reusable, String... shape) {
    String[] assignments = Arrays.copyOf(shape, shape.length + 1);
    assignments[shape.length] = "seed=" + seed;
    return new MessageFactory(TestWorkload.of(assignments), 9, 0, () -> STAMP, reusable, clock);
  }
}
