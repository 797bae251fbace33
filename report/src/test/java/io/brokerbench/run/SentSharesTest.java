package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the sender of a whole run passes to the client, by the shares of the workload. */
final class SentSharesTest {

  private static final int MESSAGES = 6_000;

  /** The 99.9 % quantile of the chi-squared distribution with 2 degrees of freedom. */
  private static final double QUANTILE = 13.8;

  @Test
  void recordedSizesTagsAndKeysHaveTheirs(@TempDir Path output) throws Exception {
    Path sizes = Files.writeString(output.resolve("sizes.csv"), "100,6000\n1024,3000\n4096,1000\n");
    // Of one sender, the same messages in each run of the test.
    TestRun run =
        new TestRun(
            output,
            "load.messages=" + MESSAGES,
            "load.duration=0",
            "load.threads=1",
            "message.size=file:" + sizes,
            "message.tags=70%, 20%, 10%",
            "message.keys=zipf(3)");
    Map<String, Integer> counts = new ConcurrentHashMap<>();
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withProducers(
                run.session(new MemoryBroker(run.clock, MemoryScript.honest())),
                producer -> counting(producer, counts)));
    assertThat(counts).hasSize(9);
    assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(3 * MESSAGES);
    assertThat(chiSquared(counts, Map.of("100 B", 0.6, "1024 B", 0.3, "4096 B", 0.1)))
        .isLessThan(QUANTILE);
    assertThat(chiSquared(counts, Map.of("tag0", 0.7, "tag1", 0.2, "tag2", 0.1)))
        .isLessThan(QUANTILE);
    // 1 + 1/2 + 1/3 = 11/6
    assertThat(chiSquared(counts, Map.of("key0", 6 / 11.0, "key1", 3 / 11.0, "key2", 2 / 11.0)))
        .isLessThan(QUANTILE);
  }

  /** Pearson's statistic. */
  private static double chiSquared(Map<String, Integer> counts, Map<String, Double> shares) {
    double sum = 0;
    for (Map.Entry<String, Double> share : shares.entrySet()) {
      double expected = share.getValue() * MESSAGES;
      double difference = counts.getOrDefault(share.getKey(), 0) - expected;
      sum += difference * difference / expected;
    }
    return sum;
  }

  /** Counts the sizes, tags and keys of what it sends. */
  private static Producer counting(Producer producer, Map<String, Integer> counts) {
    return (messages, completion) -> {
      for (Outgoing message : messages) {
        counts.merge(message.body.length + " B", 1, Integer::sum);
        counts.merge(String.valueOf(message.tag), 1, Integer::sum);
        counts.merge(String.valueOf(message.key), 1, Integer::sum);
      }
      producer.send(messages, completion);
    };
  }
}
