package io.brokerbench.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.RunFile;
import io.brokerbench.testkit.PartialRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredRunTest {

  @Test
  void aLimitIsToldWhereTheSettingIsAShare(@TempDir Path directory) throws Exception {
    assertThat(limit(directory, "7%")).contains("2 each");
    assertThat(limit(directory, "2 each")).isEmpty();
  }

  private static Optional<String> limit(Path directory, String setting) throws Exception {
    Files.writeString(
        directory.resolve(RunFile.NAME),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
        {"schemaVersion": 1, "command": "consumer", "verdict": {"status": "valid"},
         "workload": {"load": {"in-flight": "%s"}},
         "throughput": {"flow": "held", "inFlight": "2 each"}}
        """,
                setting)));
    return StoredRun.read(directory).consumedLoad().orElseThrow().limit();
  }
}
