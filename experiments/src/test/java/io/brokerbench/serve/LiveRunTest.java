package io.brokerbench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.PartialRun;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LiveRunTest {

  private static final int LOOKS_OF_A_MINUTE = 240;

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  /** The page would show its last second as if it were measured now. */
  @Test
  void aRunThatWritesNothingForAMinuteIsSilentUntilItGoesOn(@TempDir Path results)
      throws Exception {
    Path run = Files.createDirectory(results.resolve("20260101T000000Z-producer.INCOMPLETE"));
    Path csv =
        Files.writeString(
            run.resolve("intervals.csv"), "toSeconds,phase,acked\n1.000,measured,100\n");
    LiveRun live =
        new LiveRun(
            ServedDirectory.of(results), run.getFileName().toString(), new LiveEvents(sent));
    look(live, LOOKS_OF_A_MINUTE);
    assertThat(events()).containsOnlyOnce("event: seconds").doesNotContain("event: silent");
    look(live, LOOKS_OF_A_MINUTE);
    assertThat(events()).containsOnlyOnce("event: silent");
    Files.writeString(csv, "2.000,measured,100\n", StandardOpenOption.APPEND);
    look(live, 1);
    assertThat(events()).endsWith("}\n\n").contains("\"to\":2.0");
    look(live, LOOKS_OF_A_MINUTE);
    assertThat(events().split("event: silent", -1)).hasSize(3);
  }

  /** The outcome of each send is unknown there, and none has failed. */
  @Test
  void aRunWithoutAcknowledgementsSaysSoAndWhatItSends(@TempDir Path results) throws Exception {
    Path run = Files.createDirectory(results.resolve("20260101T000000Z-producer.INCOMPLETE"));
    Path csv =
        Files.writeString(
            run.resolve("intervals.csv"),
            "toSeconds,phase,attempted,acked,unknown\n1.000,measured,100,0,100\n");
    LiveRun live =
        new LiveRun(
            ServedDirectory.of(results), run.getFileName().toString(), new LiveEvents(sent));
    look(live, 1);
    assertThat(events()).contains("\"acknowledged\":true");
    Files.writeString(
        run.resolve("run.json"), PartialRun.complete("{\"promise\": {\"acknowledged\": false}}"));
    Files.writeString(csv, "2.000,measured,120,0,120\n", StandardOpenOption.APPEND);
    look(live, 1);
    assertThat(events()).contains("\"acknowledged\":false").contains("\"sent\":120.0");
  }

  private static void look(LiveRun live, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      assertThat(live.look()).isFalse();
    }
  }

  private String events() {
    return sent.toString(StandardCharsets.UTF_8);
  }
}
