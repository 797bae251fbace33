package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.measurement.TestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DraftsTest {

  private final CompletedRun result = new TestResult().build();
  private final MeasuredLoad.Outcome soFar =
      new MeasuredLoad.Outcome(result.measurement(), null, Map.of(), null, null, null);
  private final RunDirectory directory;
  private final Drafts drafts;

  DraftsTest(@TempDir Path parent) throws IOException {
    directory = RunDirectory.create(parent, "n", TestResult.STARTED_AT, TestResult.SENDING);
    drafts = new Drafts(directory, result.setup(), new Interruption(() -> false));
  }

  @AfterEach
  void closeDirectory() throws IOException {
    directory.close();
  }

  @Test
  void whatIsHandedOverIsOnDiskAtTheEnd() throws IOException {
    drafts.keep(soFar);
    drafts.keep(soFar);
    drafts.close();
    assertThat(directory.path().resolve("run.json")).content().contains("\"done\" : false");
    assertThat(directory.path().resolve("workload.yaml")).isNotEmptyFile();
    assertThat(directory.path()).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void aDraftThatCannotBeWrittenIsReportedOnce() throws IOException {
    // Stands where run.json is written before it gets its name.
    Files.createDirectories(directory.path().resolve("run.json.tmp/in-the-way"));
    drafts.keep(soFar);
    await().atMost(Duration.ofMinutes(2)).until(drafts::idle);
    assertThatThrownBy(() -> drafts.keep(soFar)).isInstanceOf(IOException.class);
    assertThatCode(drafts::close).doesNotThrowAnyException();
  }

  @Test
  void theLastDraftThatCannotBeWrittenIsReportedAtTheEnd() throws IOException {
    Files.createDirectories(directory.path().resolve("run.json.tmp/in-the-way"));
    drafts.keep(soFar);
    assertThatThrownBy(drafts::close).isInstanceOf(IOException.class);
  }
}
