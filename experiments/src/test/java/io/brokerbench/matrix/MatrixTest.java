package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MatrixTest {

  private static final Matrix MODES = matrix(Map.of("flush", "sync", "replication", "async"), 3);

  private static Matrix matrix(Map<String, String> excluded, int repeat) {
    Map<String, List<String>> factors = new LinkedHashMap<>();
    factors.put("replication", List.of("async", "sync"));
    factors.put("flush", List.of("async", "sync"));
    factors.put("threads", List.of("1", "8"));
    return new Matrix(factors, List.of(new TreeMap<>(excluded)), repeat, 7, OptionalDouble.empty());
  }

  @Test
  void cellsAreAllCombinationsButTheExcludedOnes() {
    assertThat(MODES.cells())
        .extracting(MatrixCell::label)
        .containsExactly(
            "replication=async flush=async threads=1",
            "replication=async flush=async threads=8",
            "replication=sync flush=async threads=1",
            "replication=sync flush=async threads=8",
            "replication=sync flush=sync threads=1",
            "replication=sync flush=sync threads=8");
    assertThat(MODES.cells()).extracting(MatrixCell::number).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void withoutFactorsThereIsOneCell() {
    assertThat(Matrix.NONE.cells()).extracting(MatrixCell::label).containsExactly("");
  }

  @Test
  void eachTurnHasAllCellsInAnOrderOfItsOwnThatTheSeedDecides() {
    Set<List<MatrixCell>> orders = new HashSet<>();
    for (int turn = 1; turn <= 5; turn++) {
      assertThat(MODES.order(turn)).containsExactlyInAnyOrderElementsOf(MODES.cells());
      assertThat(MODES.order(turn)).isEqualTo(MODES.order(turn));
      orders.add(MODES.order(turn));
    }
    assertThat(orders).hasSizeGreaterThan(3);
  }

  /** Such as two releases that are compared. */
  @Test
  void noCellIsAlwaysTheFirst() {
    for (int seed = 1; seed <= 20; seed++) {
      Matrix matrix = cells(2, seed);
      assertThat(matrix.order(2)).isNotEqualTo(matrix.order(1));
      assertThat(matrix.order(4)).isNotEqualTo(matrix.order(3));
    }
  }

  @Test
  void noCellIsAlwaysTheLast() {
    Matrix matrix = cells(4, 1);
    Set<MatrixCell> last = new HashSet<>();
    for (int turn = 1; turn <= 5; turn++) {
      last.add(matrix.order(turn).get(3));
    }
    assertThat(last).hasSizeGreaterThan(1);
  }

  private static Matrix cells(int count, int seed) {
    List<String> values = IntStream.range(0, count).mapToObj(Integer::toString).toList();
    return new Matrix(Map.of("threads", values), List.of(), 5, seed, OptionalDouble.empty());
  }

  @Test
  void namesFitIntoDirectoryNames() {
    assertThat(new MatrixCell(3, Map.of("cluster.version", "5.5.0")).name()).isEqualTo("c03-5.5.0");
    assertThat(new MatrixCell(12, Map.of("rate", "2000/s for 10s, 4k/s")).name())
        .isEqualTo("c12-2000_s_for_10s_4k_s");
    assertThat(
            new MatrixCell(
                    7, Map.of("in-flight", "1 each for 300s, ".repeat(9) + "2 each for 300s"))
                .name())
        .isEqualTo("c07-steps");
    assertThat(new MatrixCell(1, Map.of("x", "y".repeat(100))).name()).hasSize(60);
  }
}
