package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.result.Verdict;
import io.brokerbench.stored.StoredRun;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class FlowTableTest {

  @Test
  void aRowTellsWhatBecameOfALoadEvenIfNothingWasReceived() {
    Map<MatrixCell, List<StoredRun>> runs = new LinkedHashMap<>();
    runs.put(
        new MatrixCell(1, Map.of("in-flight", "none")),
        List.of(
            run(
                new StoredRun.Flow(
                    "collapsed", Optional.empty(), 6000, 0, Map.of(), Map.of(), null))));
    runs.put(
        new MatrixCell(2, Map.of("in-flight", "1%")),
        List.of(
            run(
                new StoredRun.Flow(
                    "held",
                    Optional.of("3 each"),
                    1000,
                    999,
                    Map.of("p50", 1e6, "p99.9", 2e9),
                    Map.of("readyMessages", 12_345.0, "memoryBytes", 1048576.0),
                    null))));
    List<String> lines = FlowTable.of(List.of("in-flight"), runs).orElseThrow().lines();
    // What no cell tells has no column.
    assertThat(lines.get(0))
        .matches(
            "in-flight +limit +load +sent/s +received/s +e2e p50 +e2e p99.9 +queued, most +memory, most");
    assertThat(lines.get(1)).matches("none +n/a +collapsed +6,000 +0.* +n/a +n/a +n/a +n/a");
    assertThat(lines.get(2))
        .matches("1% +3 each +held +1,000 +999 +1.00 ms +2.00 s +12,345 +1.0 MiB");
  }

  @Test
  void thereIsNoneWithoutSuchALoad() {
    assertThat(FlowTable.of(List.of(), Map.of(new MatrixCell(1, Map.of()), List.of(run(null)))))
        .isEmpty();
  }

  private static StoredRun run(StoredRun.@Nullable Flow flow) {
    return new StoredRun(
        Path.of("run"),
        "consumer",
        new Verdict(Verdict.Status.VALID, List.of()),
        new TreeMap<>(),
        new StoredRun.PromiseKept(true, false, 1),
        new TreeMap<>(),
        Map.of(),
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.ofNullable(flow),
        "clean");
  }
}
