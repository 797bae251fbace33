package io.brokerbench.results;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFileTest {

  private final Path file;

  RunFileTest(@TempDir Path directory) {
    this.file = directory.resolve(RunFile.NAME);
  }

  private static Path stored() throws URISyntaxException {
    return Path.of(requireNonNull(RunFileTest.class.getResource("run.json")).toURI());
  }

  private static ObjectNode tree() throws Exception {
    return RunFile.tree(RunFile.read(stored()));
  }

  private RunResult read(ObjectNode json) throws IOException {
    return RunFile.read(Files.writeString(file, json.toPrettyString()));
  }

  @Test
  void aFileIsRead() throws Exception {
    RunResult run = RunFile.read(stored());
    assertThat(run.schemaVersion()).isEqualTo(RunResult.SCHEMA_VERSION);
    assertThat(run.verdict().status()).isEqualTo(Verdict.Status.SUSPECT);
    assertThat(run.verdict().reasons())
        .containsExactly(
            new Verdict.Reason(
                "uncoded", "processes outside the run used 1.79 processors; the generator has 2"));
    assertThat(run.audit().done()).isTrue();
    assertThat(run.throughput().sentPerSecond()).isEqualTo(300);
    assertThat(requireNonNull(run.consumption()).side()).containsEntry("retries", 0L);
    Latency endToEnd = requireNonNull(run.latency().get(Metric.END_TO_END));
    assertThat(endToEnd.p999Nanos()).isNull();
    assertThat(endToEnd.p99Nanos()).isEqualTo(2_799_615);
    assertThat(requireNonNull(run.resources().processes().get("generator")).role())
        .isEqualTo(Resources.Role.GENERATOR);
    assertThat(requireNonNull(run.resources().host()).diskFlushes()).isEqualTo(32);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    RunResult run = RunFile.read(stored());
    assertThat(read(RunFile.tree(run))).isEqualTo(run);
  }

  @Test
  void allFieldsAreWritten() throws Exception {
    ObjectNode before = (ObjectNode) new ObjectMapper().readTree(stored().toFile());
    ObjectNode after = tree();
    assertThat(after.path("startedAt")).isEqualTo(before.path("startedAt"));
    assertThat(Missing.fields(before, after)).isEmpty();
  }

  @Test
  void aMissingFigureIsNoZero() throws Exception {
    ObjectNode json = tree();
    json.withObject("/sends").remove("acked");
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IOException.class)
        .hasMessage("sends.acked is missing or of the wrong kind");
  }

  /** As in files of older releases. */
  @Test
  void aPromiseThatSaysNothingOfProcessMemoryStaysSilent() throws Exception {
    RunResult silent = RunFile.read(stored());
    assertThat(silent.promise().inProcessMemory()).isNull();
    assertThat(silent.promise().level()).isEqualTo(new Promise.Level(true, false, 1, false));
    assertThat(tree().path("promise").has("inProcessMemory")).isFalse();
    ObjectNode json = tree();
    json.withObject("/promise").put("inProcessMemory", true);
    assertThat(read(json).promise().level()).isEqualTo(new Promise.Level(true, false, 1, true));
  }

  @Test
  void nullIsNoZero() throws Exception {
    ObjectNode json = tree();
    json.withObject("/sends").putNull("acked");
    assertThatThrownBy(() -> read(json)).isInstanceOf(IOException.class);
  }

  @Test
  void nullIsNoObject() throws Exception {
    ObjectNode json = tree().putNull("sends");
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IOException.class)
        .hasMessage("sends is missing or of the wrong kind");
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    ObjectNode json = tree().put("schemaVersion", RunResult.SCHEMA_VERSION + 1);
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IOException.class)
        .hasMessage("schemaVersion must be 2, got 3");
  }

  @Test
  void aFieldOfALaterReleaseIsPassedOver() throws Exception {
    ObjectNode json = tree();
    json.withObject("/sends").put("invented", 1);
    assertThat(read(json)).isEqualTo(RunFile.read(stored()));
  }
}
