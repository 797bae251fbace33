package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds docs/reference against the code. */
final class ReferenceTest {

  private static final Path PUBLISHED = Path.of("..", "docs", "reference");

  /** With {@code BENCH_WRITE_REFERENCE=1} the test writes the pages. */
  private static final boolean WRITE = "1".equals(System.getenv("BENCH_WRITE_REFERENCE"));

  @Test
  void thePagesAreThoseOfTheCode() throws IOException {
    for (Map.Entry<String, String> page : ReferencePages.all().entrySet()) {
      Path file = PUBLISHED.resolve(page.getKey());
      if (WRITE) {
        Files.createDirectories(PUBLISHED);
        Files.writeString(file, page.getValue());
      }
      assertThat(file).content().isEqualTo(page.getValue());
    }
  }

  @Test
  void everySettingHasAMeaning() throws IOException {
    assertThat(ReferencePages.settings().lines())
        .filteredOn(line -> line.startsWith("| `"))
        .hasSizeGreaterThan(200)
        .noneMatch(line -> line.endsWith("|  |"));
  }

  @Test
  void sectionsWithoutDefaultsArePartOfTheSettings() throws IOException {
    assertThat(ReferencePages.settings())
        .contains("\n| **`require`** | | What the figures of the measured time must be;")
        .contains("\n| **`brokers`** | | Sources of the figures of the cluster's nodes,")
        .contains("\n| **`faults`** | | Faults that the run injects into its cluster,");
  }

  @Test
  void everyFigureOrItsRecordHasAMeaning() throws IOException {
    for (String record : ReferencePages.resultFields().split("\n## ", -1)) {
      assertThat(record.contains("|  |") && record.contains("\n\n\n")).as(record).isFalse();
    }
  }
}
