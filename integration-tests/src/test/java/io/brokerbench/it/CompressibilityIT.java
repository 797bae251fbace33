package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes in the commit log of bodies that the client compresses. */
@Tag("nightly")
final class CompressibilityIT {

  private static final int BODY_BYTES = 16_384;
  private static final int MESSAGES = 200;

  /** Of random letters and digits, of which compression by bits removes a quarter. */
  private static final double OF_RANDOM_TEXT = 0.75;

  /** Of the shares: headers of messages, and what is left of a part that repeats itself. */
  private static final double TOLERANCE = 0.05;

  @Test
  void theBrokerStoresWhatDoesNotRepeatItself(@TempDir Path home) throws Exception {
    Path data = Files.createDirectory(home.toRealPath().resolve("cluster"));
    Path runs = Files.createDirectory(home.resolve("runs"));
    try (Cluster cluster = OwnCluster.start(data, "cluster.topology=1m")) {
      assertThat(storedShare(runs, cluster, false, 0.9)).isCloseTo(1, within(TOLERANCE));
      for (double compressible : new double[] {0, 0.5, 0.9}) {
        assertThat(storedShare(runs, cluster, true, compressible))
            .as("of bodies of which %s repeats itself", compressible)
            .isCloseTo(OF_RANDOM_TEXT * (1 - compressible), within(TOLERANCE));
      }
    }
  }

  /** The bytes of a run's messages in the commit log, as a share of the bytes of their bodies. */
  private static double storedShare(
      Path runs, Cluster cluster, boolean compressed, double compressible) throws Exception {
    String topic = String.format(Locale.ROOT, "stored-%s-%.0f", compressed, 10 * compressible);
    String flags =
        String.format(
            Locale.ROOT,
            "-n %s -t %s -w 2 -s %d --warmup 0 --duration 0 --set load.messages=%d"
                + " --set topic.keep=true --set client.compress.enabled=%s"
                + " --set message.compressible=%s",
            cluster.address(),
            topic,
            BODY_BYTES,
            MESSAGES,
            compressed,
            compressible);
    Outcome outcome = Bench.run(Files.createDirectory(runs.resolve(topic)), flags.split(" ", -1));
    assertThat(Accounts.of(outcome.measured()).areComplete().acked()).isEqualTo(MESSAGES);
    try (Topics topics = new Topics(cluster.address())) {
      // Probes have no header.
      List<MessageExt> messages =
          topics.all(topic).stream()
              .filter(message -> Header.of(message.getBody()).isPresent())
              .toList();
      assertThat(messages).hasSize(MESSAGES);
      return messages.stream().mapToInt(MessageExt::getStoreSize).average().orElseThrow()
          / BODY_BYTES;
    }
  }
}
