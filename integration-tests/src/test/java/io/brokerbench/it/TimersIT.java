package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages for later, which RocketMQ keeps in its timer wheel. */
@Tag("nightly")
final class TimersIT {

  private static final Duration PATIENCE = Duration.ofMinutes(12);
  private static final String MESSAGES = "10000";

  @Test
  void tenThousandForUpToFiveMinutesAreAllThere(@TempDir Path home) throws Exception {
    try (Bench bench =
        Bench.start(
            Bench.CONSUMER,
            home,
            Map.of(),
            ("--producers 4 --rate 500/s --size 128 --warmup 0 --duration 0"
                    + " --set cluster.topology=1m --set message.deliver-after=1s..5m"
                    + " --set load.messages="
                    + MESSAGES
                    + " --set "
                    + Bench.DRAIN)
                .split(" ", -1))) {
      Outcome outcome = bench.end(PATIENCE);
      ResultDirectory result = outcome.measured();
      assertThat(outcome.err())
          .contains(
              "cluster.properties.timerWheelEnable=true, because message.deliver-after needs it");
      assertThat(result.json().at("/audit/acked").asText()).isEqualTo(MESSAGES);
      Accounts.of(result).areComplete().everythingCame();
      JsonNode latency = result.json().path("latency");
      assertThat(count(latency, "late") + count(latency, "early"))
          .isEqualTo(count(latency, "endToEnd"))
          .isEqualTo(Long.parseLong(MESSAGES));
      assertThat(result.named("early")).hasSize((int) count(latency, "early"));
    }
  }

  private static long count(JsonNode latency, String metric) {
    return latency.path(metric).path("count").asLong();
  }
}
