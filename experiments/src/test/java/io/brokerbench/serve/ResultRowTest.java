package io.brokerbench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.find.SearchResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResultRowTest {

  /** Two probes support each end; the exit codes of the first two are 5 and 4. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0    | 1000 | false | NONE        | no probed rate was sustained",
        "1000 | 1040 | true  | UNCONFIRMED | sustained 1,000/s, but not 1,040/s, where the generator was the limit",
        "1000 | 1040 | false | CONFIRMED   | sustained 1,000/s, but not 1,040/s",
      })
  void aSearchHasTheWordOfItsPage(
      double low, double high, boolean byGenerator, String word, String note, @TempDir Path results)
      throws Exception {
    SearchResult found =
        new SearchResult(
            1,
            "identity",
            low,
            high,
            true,
            List.of(),
            byGenerator,
            List.of(),
            null,
            List.of(),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            null);
    Path search = Files.createDirectory(results.resolve("20260101T000000Z-orders-find"));
    new ObjectMapper().writeValue(search.resolve("find.json").toFile(), found);
    ResultRow row =
        ResultRow.read(
            ServedDirectory.of(results),
            "20260101T000000Z-orders-find",
            Catalog.Look.at(search, Instant.now()));
    assertThat(row.verdicts()).containsExactly(word);
    assertThat(row.note()).isEqualTo(note);
  }
}
