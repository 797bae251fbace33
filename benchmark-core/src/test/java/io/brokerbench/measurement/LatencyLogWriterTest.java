package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.STARTED_AT;
import static io.brokerbench.measurement.TestResult.counts;
import static io.brokerbench.measurement.TestResult.interval;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seconds before and after the end of the first hour; the measured time starts at 3595 s. */
final class LatencyLogWriterTest {

  private static final String MERGED = "#[from here on rows of ten seconds, merged]";

  private final Path file;

  LatencyLogWriterTest(@TempDir Path directory) {
    this.file = directory.resolve("latency.hlog");
  }

  private LatencyLogWriter written(int untilSecond) throws IOException {
    LatencyLogWriter writer = new LatencyLogWriter(file, STARTED_AT);
    for (int second = 3590; second < untilSecond; second++) {
      Phase phase = second < 3595 ? Phase.WARMUP : Phase.MEASURED;
      writer.add(interval(second, phase, Counts.NONE, counts(10, 10)));
    }
    return writer;
  }

  /** Start, end and number of values of each row with this tag, in seconds since the start. */
  private List<List<Long>> rows(String tag) throws IOException {
    List<List<Long>> rows = new ArrayList<>();
    long start = STARTED_AT.toEpochMilli();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        if (tag.equals(next.getTag())) {
          rows.add(
              List.of(
                  Math.round((next.getStartTimeStamp() - start) / 1e3),
                  Math.round((next.getEndTimeStamp() - start) / 1e3),
                  ((Histogram) next).getTotalCount()));
        }
      }
    }
    return rows;
  }

  @Test
  void secondsAreMergedAfterTheFirstHourToTensSinceThePhaseBegan() throws IOException {
    try (LatencyLogWriter writer = written(3628)) {
      writer.add(interval(3628, Phase.SETTLING, Counts.NONE, counts(10, 10)));
    }
    assertThat(rows("warmup.service"))
        .startsWith(List.of(3590L, 3591L, 10L), List.of(3591L, 3592L, 10L))
        .endsWith(List.of(3628L, 3629L, 10L))
        .hasSize(6);
    assertThat(rows("service"))
        .containsExactly(
            List.of(3595L, 3596L, 10L),
            List.of(3596L, 3597L, 10L),
            List.of(3597L, 3598L, 10L),
            List.of(3598L, 3599L, 10L),
            List.of(3599L, 3600L, 10L),
            List.of(3600L, 3605L, 50L),
            List.of(3605L, 3615L, 100L),
            List.of(3615L, 3625L, 100L),
            List.of(3625L, 3628L, 30L));
  }

  @Test
  void theFileSaysWhereItsRowsAreMerged() throws IOException {
    written(3600).close();
    assertThat(file).content().doesNotContain(MERGED);
    written(3640).close();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).filteredOn(MERGED::equals).hasSize(1);
    assertThat(lines.get(lines.indexOf(MERGED) + 1)).startsWith("Tag=lag,3600.000,5.000,");
  }

  @Test
  void rowsAreOnDiskAsSoonAsTheyAreComplete() throws IOException {
    try (LatencyLogWriter writer = written(3614)) {
      assertThat(rows("service")).last().isEqualTo(List.of(3600L, 3605L, 50L));
      writer.add(interval(3614, Phase.MEASURED, Counts.NONE, counts(10, 10)));
      assertThat(rows("service")).last().isEqualTo(List.of(3605L, 3615L, 100L));
    }
  }
}
