package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a run after {@code kill -9}, with the broker in memory. */
@Tag("default")
final class KilledRunIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path home;
  private final Path results;

  KilledRunIT(@TempDir Path home) {
    this.home = home;
    this.results = home.resolve("results");
  }

  @Test
  void whatItMeasuredOpensAsInvalidAndIsNoEvidence() throws Exception {
    Path run = killedInMeasuredTime();
    assertThat(run.toString()).endsWith(".INCOMPLETE");
    assertThat(run.resolve("workload.yaml")).content().contains("load.rate: \"300/s\"");
    JsonNode json = new ObjectMapper().readTree(run.resolve("run.json").toFile());
    assertThat(json.at("/audit/done").asBoolean(true)).isFalse();
    assertThat(json.at("/verdict/status").asText()).isEqualTo("invalid");
    long attempted = json.at("/sends/attempted").asLong();
    assertThat(attempted).isPositive();
    assertThat(json.at("/sends/acked").asLong())
        .isPositive()
        .isEqualTo(attempted - json.at("/sends/unknown/client-no-answer").asLong());
    assertThat(json.at("/latency/response/count").asLong()).isPositive();
    assertThat(json.at("/throughput/measuredSeconds").asDouble()).isPositive();
    assertThat(json.at("/throughput/offeredPerSecond").asDouble()).isPositive();
    assertThat(json.at("/consumption/messages").asLong()).isPositive();

    assertThat(CommandOutput.report(run).code()).isEqualTo(ExitCode.VALID);
    assertThat(Files.readString(run.resolve("report.html")))
        .contains(">INVALID<", "audit not done");
    CommandOutput compared = CommandOutput.compare(run, run);
    assertThat(compared.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(compared.err()).contains("no valid result in BASE");
  }

  /** The result directory. */
  private Path killedInMeasuredTime() throws Exception {
    Process process =
        BenchProcess.start(
            home.resolve("stdout"),
            "consumer",
            "--driver",
            "memory",
            "--rate",
            "300/s",
            "--set",
            "load.arrivals=poisson",
            "--warmup",
            "1s",
            "--duration",
            "120s",
            "--out",
            results);
    try {
      await().atMost(PATIENCE).until(this::somethingIsMeasured);
    } finally {
      process.destroyForcibly().waitFor();
    }
    List<Path> files = RunFiles.named("run.json", results);
    assertThat(files).as(Files.readString(home.resolve("stdout"))).hasSize(1);
    return files.get(0).resolveSibling(".").normalize();
  }

  /** A second in which this machine stood still may have nothing. */
  private boolean somethingIsMeasured() throws IOException {
    for (Path file : RunFiles.named("run.json", results)) {
      JsonNode json = new ObjectMapper().readTree(file.toFile());
      return json.at("/latency/response/count").asLong() > 0
          && json.at("/sends/acked").asLong() > 0
          && json.at("/consumption/messages").asLong() > 0;
    }
    return false;
  }
}
