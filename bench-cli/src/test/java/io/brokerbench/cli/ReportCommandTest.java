package io.brokerbench.cli;

import static io.brokerbench.cli.Told.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportCommandTest {

  private final Path results;

  ReportCommandTest(@TempDir Path results) {
    this.results = results;
  }

  @Test
  void aCellIsARowOfMeans() {
    new Written("producer").mode("sync", "sync").speed(1).into(results, "1");
    new Written("producer").mode("sync", "sync").speed(4).verdict("suspect").into(results, "2");
    new Written("producer").mode("sync", "sync").speed(9).verdict("invalid").into(results, "3");
    new Written("consumer").into(results, "4");
    Told told = report(results);
    assertThat(told.code()).isEqualTo(ExitCode.VALID);
    assertThat(told.line("producer sync/sync"))
        .isEqualTo(
            "producer sync/sync 3 acked 2,000 service 500 us 2.50 ms 40.0 us 1 valid, 1 SUSPECT, 1"
                + " INVALID");
    assertThat(told.line("consumer"))
        .isEqualTo("consumer async/async 1 received 900 endToEnd 2.00 ms 9.00 ms 80.0 us 1 valid");
  }

  @Test
  void cellsOfTheSameModeAreToldApartByWhatDiffers() {
    new Written("producer").set("message.size", "128").into(results, "1");
    new Written("producer").set("message.size", "1024").into(results, "2");
    new Written("producer").set("message.size", "1024").promise(true, 1).into(results, "3");
    assertThat(report(results).out())
        .contains("producer async/async message.size=128 (acknowledged from memory on 1 broker) ")
        .contains("producer async/async message.size=1024 (acknowledged from disk on 1 broker) ");
  }

  @Test
  void aCellWithoutAValidRunHasNoFigures() {
    new Written("producer").verdict("invalid").into(results, "1");
    new Written("producer").into(results, "2.INCOMPLETE");
    assertThat(report(results).line("producer")).endsWith("1 n/a n/a n/a n/a 1 INVALID");
    assertThat(report(results).out()).contains("2.INCOMPLETE: has no result");
  }

  @Test
  void severalDirectoriesAreOneTable() {
    Path one = new Written("producer").into(results.resolve("a"), "1");
    new Written("producer").into(results.resolve("b"), "1");
    assertThat(report(one, results.resolve("b")).line("producer")).contains("async/async 2 acked");
    assertThat(report().code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(report(results.resolve("c")).err().lines()).hasSize(1);
  }
}
