package io.brokerbench.page;

import static io.brokerbench.measurement.TestResult.SECOND;
import static io.brokerbench.measurement.TestResult.host;
import static io.brokerbench.measurement.TestResult.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Document;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.document.Table;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.workers.ClockCeilings;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run of two workers, the second of which was starved and sent a quarter. */
final class WorkersPageTest {

  private static final ClockComparison CLOCK =
      new ClockComparison(
          10,
          new ClockComparison.Moment(0, 17, 90_000),
          new ClockComparison.Moment(10, 18, 95_000),
          80_000,
          150_000,
          null,
          0,
          List.of());

  private final Path run;

  WorkersPageTest(@TempDir Path run) {
    this.run = run;
  }

  @BeforeEach
  void store() throws IOException {
    CompletedRun completed =
        new TestResult("limits.foreign-cpu=1")
            .workers(
                worker("gen-1", 7_500, 20_000, 0.1, CLOCK),
                worker("gen-2", 2_500, 90_000_000, 0.93, null))
            .samples(sample(0), sample(10))
            .build();
    Files.writeString(
        run.resolve(RunFile.NAME),
        RunFile.tree(completed.result(verdict -> verdict)).toPrettyString());
  }

  private static WorkerUse worker(
      String name, long sent, long lagNanos, double starvedShare, @Nullable ClockComparison clock) {
    return new WorkerUse(
        name,
        "10.0.0.1",
        "17",
        4,
        new ClockCeilings(40, 60_000),
        2,
        1,
        sent,
        5_000,
        lagNanos,
        starvedShare,
        1_000_000,
        clock,
        null,
        null,
        null,
        null);
  }

  /** Each process uses half a processor of a machine of its own. */
  private static Sample sample(long second) {
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    Map<String, NodeFigures> nodes = new LinkedHashMap<>();
    ProcessFigures each = process(second * SECOND / 2);
    processes.put("generator", each);
    for (String worker : List.of("worker-gen-1", "worker-gen-2")) {
      processes.put(worker, each);
      nodes.put(
          worker,
          new NodeFigures(
              second * SECOND, Optional.of(each), Optional.of(host(second * SECOND, second))));
    }
    return new Sample(second * SECOND, processes, host(second * SECOND, second), nodes, 0);
  }

  private static List<List<String>> rows(Document document, String caption) {
    return document.tables().stream()
        .filter(table -> table.caption().startsWith(caption))
        .findFirst()
        .map(Table::rows)
        .orElseThrow();
  }

  @Test
  void aStarvedWorkerIsNamedAmongTheReasons() throws IOException {
    Document document = RunDocument.of(run);
    assertThat(document.headline().word()).isEqualTo("SUSPECT");
    assertThat(document.headline().reasons())
        .contains("worker gen-2's threads waited for a processor 93 % of their time")
        .noneMatch(reason -> reason.contains("gen-1"));
  }

  @Test
  void eachWorkerHasItsShareItsLagAndItsClock() throws IOException {
    assertThat(rows(RunDocument.of(run), "Workers."))
        .containsExactly(
            List.of(
                "gen-1",
                "10.0.0.1",
                "17",
                "2",
                "1",
                "7,500",
                "75.0 %",
                "5,000",
                "20.0 us",
                "60.0 us",
                "10.0 %",
                "1.00 ms",
                "+- 150 us",
                ""),
            List.of(
                "gen-2",
                "10.0.0.1",
                "17",
                "2",
                "1",
                "2,500",
                "25.0 %",
                "5,000",
                "90.0 ms",
                "60.0 us",
                "93.0 %",
                "1.00 ms",
                "n/a",
                ""));
  }

  @Test
  void processAndMachineOfEachWorkerAreAmongTheResources() throws IOException {
    Document document = RunDocument.of(run);
    assertThat(rows(document, "Measured time. Memory"))
        .extracting(row -> row.get(0))
        .contains("generator", "worker-gen-1", "worker-gen-2");
    assertThat(rows(document, "Machines of the nodes"))
        .extracting(row -> row.get(0))
        .containsExactlyInAnyOrder("worker-gen-1", "worker-gen-2");
  }

  @Test
  void thePageShowsThem() throws IOException {
    assertThat(HtmlPage.of(RunDocument.of(run)))
        .contains(">gen-1<", ">gen-2<", ">75.0 %<", ">93.0 %<", ">worker-gen-2<");
  }
}
