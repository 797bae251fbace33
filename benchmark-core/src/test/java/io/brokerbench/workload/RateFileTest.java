package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.schedule.RateProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RateFileTest {

  private final Path file;

  RateFileTest(@TempDir Path directory) {
    file = directory.resolve("day.csv");
  }

  private String notation(String... lines) throws IOException {
    Files.write(file, List.of(lines));
    return RateFile.notation("file:" + file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,100 / 60,250.5 / 90.5,40 | 100/s for 60000ms, 250.5/s for 30500ms, 40/s",
        "time;rate / 5;100 / 6;1e3 | 100/s for 1000ms, 1000/s",
        "# a comment /  / 7,100 | 100/s",
        "2026-11-27T23:59:00Z,1 / 2026-11-28T00:01:00Z,2 | 1/s for 120000ms, 2/s",
        "2026-11-27 08:00:00.5,1 / 2026-11-27 08:00:01,2 | 1/s for 500ms, 2/s"
      })
  void eachRateLastsUntilTheTimeOfTheNextLine(String lines, String notation) throws IOException {
    assertThat(notation(lines.split(" */ *", -1))).isEqualTo(notation);
  }

  /** Spreadsheets and dashboards write files like these. */
  @Test
  void aByteOrderMarkQuotesAndTitlesAreNoPartOfTheRates() throws IOException {
    assertThat(notation("\uFEFF0,100", "60,200")).isEqualTo("100/s for 60000ms, 200/s");
    assertThat(
            notation(
                "\uFEFF# exported",
                "\"Time\",\"rate\"",
                "\"2026-11-27 08:00:00\",100",
                "\"2026-11-27 08:01:00\",\"200\""))
        .isEqualTo("100/s for 60000ms, 200/s");
    assertThatThrownBy(() -> notation("time,rate", "later,200"))
        .hasMessageContaining("whose line 2 must be a time");
    assertThatThrownBy(() -> notation("0,\"1,500\""))
        .hasMessageContaining("whose line 1 must be a time");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,100 / 0,200 | line 2",
        "0,100 / 60 | line 2",
        "0,0 | line 1",
        "0,-5 | line 1",
        "0,100,7 | line 1",
        "0,100 / later,200 | line 2",
        "8:00,100 | line 1"
      })
  void aLineThatIsNoTimeAndRateIsRefused(String lines, String line) {
    assertThatThrownBy(() -> notation(lines.split(" */ *", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "refers to the file " + file + ", whose " + line + " must be a time")
        .hasMessageContaining("; got \"");
  }

  @Test
  void aFileWithoutRatesOrWithMoreThanADayHasIsRefused() {
    assertThatThrownBy(() -> notation("time,rate"))
        .hasMessageEndingWith("which must have from 1 to 1,440 rates, and has 0");
    String[] many = Collections.nCopies(RateFile.MOST_LINES + 1, "").toArray(String[]::new);
    for (int i = 0; i < many.length; i++) {
      many[i] = i + ",1";
    }
    assertThatThrownBy(() -> notation(many)).hasMessageEndingWith("and has 1,441");
    assertThatThrownBy(() -> RateFile.notation("file:" + file + ".missing"))
        .hasMessageContaining("which cannot be read: ");
  }

  @Test
  void theSettingsHaveTheRatesThemselves() throws Exception {
    Files.writeString(file, "0,100\n60,300\n");
    Workload workload = TestWorkload.of("load.rate=file:" + file, "scale.time=0.5");
    RateProfile profile = workload.load().schedule().orElseThrow().profile();
    assertThat(profile.messagesUntil(40e9)).isCloseTo(30 * 100 + 10 * 300, within(1e-6));
    assertThat(TestWorkload.reader("load.rate=file:" + file).settings().text("load.rate"))
        .isEqualTo("100/s for 60000ms, 300/s");
  }
}
