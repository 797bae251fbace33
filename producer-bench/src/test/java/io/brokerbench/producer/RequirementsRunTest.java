package io.brokerbench.producer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.Execution;
import io.brokerbench.testkit.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requirements of a producer, with the broker in memory. */
final class RequirementsRunTest {

  private static final Tool PRODUCER = new Tool(ProducerMain::command);

  private final Path output;

  RequirementsRunTest(@TempDir Path output) {
    this.output = output;
  }

  /** Runs at 1,000/s under limits that no disturbance of the machine makes INVALID. */
  private Execution run(String... args) {
    return PRODUCER.inMemory(
        Stream.concat(
                Stream.of(
                    "--out",
                    output.toString(),
                    "--rate=1000/s",
                    "--duration=1s",
                    "--warmup=0",
                    "--set=limits.generator-cpu=1"),
                Stream.of(args))
            .toArray(String[]::new));
  }

  private JsonNode requirement(int index) throws IOException {
    return Execution.json(output).path("requirements").path(index);
  }

  private String junit() throws IOException {
    return Files.readString(Entries.only(output).resolve("junit.xml"));
  }

  private String status() throws IOException {
    return Execution.json(output).at("/verdict/status").asText();
  }

  @Test
  void aRunThatMeetsItsRequirementsEndsAsWithoutThem() throws IOException {
    Execution run =
        run("--set=limits.achieved=0", "--require", "acked=1/s", "--require", "errors=0%");
    assertThat(run.code())
        .isEqualTo(status().equals("valid") ? ExitCode.VALID : ExitCode.RUN_INVALID);
    assertThat(requirement(0).path("key").asText()).isEqualTo("acked");
    assertThat(requirement(0).path("outcome").asText()).isEqualTo("met");
    assertThat(requirement(0).path("bound").asDouble()).isEqualTo(1);
    assertThat(requirement(0).path("measured").asDouble()).isGreaterThan(1);
    assertThat(run.out()).containsPattern("\nmet +acked at least 1/s: [\\d,]+/s\n");
    assertThat(junit()).contains("tests=\"3\" failures=\"0\" errors=\"0\"").contains(": acked\"");
  }

  @Test
  void aMissedRequirementGivesItsOwnExitCodeEverywhere() throws IOException {
    Execution run =
        run(
            "--set=limits.achieved=0",
            "--require=acked=1M/s",
            "--require=gc=50%",
            "--set=require.errors=100%");
    assertThat(status()).isIn("valid", "suspect");
    assertThat(run.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(run.code().code()).isEqualTo(5);
    assertThat(Execution.json(output).path("requirements").valueStream())
        .extracting(each -> each.path("key").asText() + " " + each.path("outcome").asText())
        .containsExactly("acked missed", "errors met", "gc unknown");
    String missed = requirement(0).path("text").asText();
    assertThat(missed).matches("acked at least 1,000,000/s: [\\d,]+/s");
    String unknown =
        "gc at most 50 %: unknown, because no node of the cluster has a figure of its gc";
    assertThat(requirement(2).path("measured").isNull()).isTrue();
    assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains("MISSED " + missed, "MISSED " + unknown, "met errors at most 100 %: 0 %");
    assertThat(junit())
        .contains("tests=\"4\" failures=\"2\" errors=\"0\"")
        .contains("<failure message=\"" + missed + "\"/>")
        .contains("<failure message=\"" + unknown + "\"/>");
    assertThat(Files.readString(Entries.only(output).resolve("report.html")))
        .contains("What was required", missed, unknown);
  }

  @Test
  void anInvalidRunIsInvalidWhateverItMissed() throws IOException {
    Execution run =
        run(
            "--set=memory.service-rate=50/s",
            "--set=load.threads=1",
            "--require=acked=900/s",
            "--require=errors=100%");
    assertThat(status()).isEqualTo("invalid");
    assertThat(run.code()).isEqualTo(ExitCode.RUN_INVALID);
    assertThat(requirement(0).path("outcome").asText()).isEqualTo("missed");
    assertThat(junit())
        .contains("tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"1\"")
        .contains("; the run is INVALID\"/>");
  }

  @Test
  void theWorstOfSeveralRunsIsReported() {
    Execution run = run("--set=limits.achieved=0", "--repeat=2", "--require=acked=1M/s");
    assertThat(run.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(run.out().lines().filter(line -> line.startsWith("MISSED"))).hasSize(2);
  }

  @Test
  void nothingRequiredLeavesNoFile() throws IOException {
    run();
    assertThat(Entries.only(output).resolve("junit.xml")).doesNotExist();
    assertThat(Execution.json(output).has("requirements")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpuu=75% | --require: require.cpuu is no figure of a run, see bench figures; did you mean cpu?",
        "cpu | --require: must be key=value, got \"cpu\"",
        "cpu= | --require: require.cpu is empty; give it a value or leave it out",
        "cpu=high | --require: require.cpu must be none, or a share from 0% to 100% such as 75%, got"
            + " \"high\"",
        "end-to-end-p99=1s | --require: require.end-to-end-p99 needs consumers; set consume.threads,"
            + " or leave it out",
      })
  void whatCannotBeKnownOrReadIsRefused(String requirement, String problem) {
    assertThat(run("--require", requirement).refusals()).isEqualTo(List.of(problem));
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void aClosedLoopHasNoResponse() {
    assertThat(PRODUCER.inMemory("--require", "response-p99=1s").refusals())
        .containsExactly(
            "--require: require.response-p99 needs an open loop; set load.rate, or take"
                + " the service time, such as service-p99");
  }
}
