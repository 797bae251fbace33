package io.brokerbench.tables;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Table;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.results.workers.WorkerUse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ResourceTablesTest {

  private static final ChronyTracking SYNCHRONIZED =
      ChronyTracking.of(-20_000, 300_000, 1_000_000, "Normal");

  private static final ChronyTracking ALONE = ChronyTracking.of(0, 0, 0, "Not synchronised");

  private static WorkerUse worker(String name, @Nullable ChronyTracking chrony) {
    return new WorkerUse(
        name,
        "10.0.0.1",
        "17.0.15",
        4,
        null,
        2,
        1,
        5_000,
        6_000,
        20_000L,
        0.1,
        1_000_000,
        null,
        chrony,
        null,
        null,
        null);
  }

  private static Table workers(WorkerUse... workers) {
    RunResult run =
        new TestResult().workers(workers).result(new Verdict(Verdict.Status.VALID, List.of()));
    return (Table) requireNonNull(ResourceTables.of(run).get("workers"));
  }

  private static List<String> column(Table table, String name) {
    int index = table.columns().stream().map(Table.Column::name).toList().indexOf(name);
    return table.rows().stream().map(row -> row.get(index)).toList();
  }

  @Test
  void eachWorkerHasTheErrorOfItsClockByChronyd() {
    Table table = workers(worker("a", SYNCHRONIZED), worker("b", ALONE), worker("c", null));
    assertThat(column(table, "worker")).containsExactly("a", "b", "c");
    assertThat(column(table, "true time")).containsExactly("+- 820 us", "not synchronized", "n/a");
    assertThat(column(table, "lost")).containsOnly("");
    assertThat(table.caption()).contains("True time: maximum offset from it, by chronyd.");
  }

  @Test
  void whereNoChronydAnswersNothingIsSaidOfIt() {
    Table table = workers(worker("a", null));
    assertThat(table.columns()).extracting(Table.Column::name).doesNotContain("true time");
    assertThat(table.caption()).doesNotContain("chronyd");
  }
}
