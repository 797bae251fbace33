package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The consumer benchmark with nothing but short times, on clusters of its own. */
final class ConsumerModesIT {

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "async, async, false, 1",
    "sync,  sync,  true,  2",
  })
  void inTheFastestAndTheSafestModeWhatWasAcknowledgedComesOnce(
      String flush, String replication, boolean onDisk, int copies) throws Exception {
    Outcome outcome =
        Bench.run(
            Bench.CONSUMER,
            home,
            "--flush",
            flush,
            "--replication",
            replication,
            "--warmup",
            "1s",
            "--duration",
            "2s",
            "--set",
            Bench.DRAIN);
    ResultDirectory result = outcome.measured();
    JsonNode run = result.json();
    assertThat(run.at("/promise/onDisk").asBoolean()).isEqualTo(onDisk);
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(copies);

    Accounts accounts = Accounts.of(result).areComplete().replicaHoldsAcked().everythingCame();
    if (accounts.unknown() == 0) {
      assertThat(Files.readString(result.path().resolve("audit.csv")))
          .isEqualTo("kind,producer,firstSequence,lastSequence\n");
    }
    assertThat(run.at("/consumption/foreign").asLong()).isZero();
    assertThat(run.at("/throughput/receivedPerSecond").asDouble()).isPositive();

    // One latency of each message, of the phase it was sent in.
    long endToEnd = run.at("/latency/endToEnd/count").asLong();
    assertThat(endToEnd)
        .isBetween(
            run.at("/sends/acked").asLong(), run.at("/sends/acked").asLong() + accounts.unknown())
        .isEqualTo(result.latencies("endToEnd").getTotalCount());
    long outOfRange = run.at("/generator/latenciesOutOfRange").asLong();
    for (String metric : new String[] {"b2c", "s2c"}) {
      assertThat(run.at("/latency/" + metric + "/count").asLong())
          .as(metric)
          .isBetween(endToEnd - outOfRange, endToEnd)
          .isPositive();
    }
    assertThat(outcome.out())
        .containsPattern(
            "(?m)^Current Time: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} \\| Consume TPS:"
                + " [1-9]\\d* \\| AVG\\(B2C\\) RT\\(ms\\): +\\d+\\.\\d{3} \\| AVG\\(S2C\\) RT\\(ms\\): +"
                + "\\d+\\.\\d{3} \\| MAX\\(B2C\\) RT\\(ms\\): \\d+ \\| MAX\\(S2C\\) RT\\(ms\\): \\d+ \\|"
                + " Consume Fail: 0 \\| b2c p50 ");
    assertThat(outcome.err()).isEmpty();
  }
}
