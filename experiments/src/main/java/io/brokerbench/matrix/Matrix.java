package io.brokerbench.matrix;

import io.brokerbench.units.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;

/**
 * The combinations of settings with which a workload is run.
 *
 * @param factors setting keys as in the file, with their values; in the file's order
 * @param excluded excluded combinations: a cell that has all values of one of them is left out
 * @param repeat runs of each cell, at least 1
 * @param seed seed of the order of the runs
 * @param until half-width of the 95 % interval of the mean rate, as a share of it, at which a cell
 *     needs no further run; empty for the full number of runs
 */
public record Matrix(
    Map<String, List<String>> factors,
    List<SortedMap<String, String>> excluded,
    int repeat,
    long seed,
    OptionalDouble until) {

  private static final int MOST_FACTORS = 16;

  /** Before exclusion. */
  private static final int MOST_CELLS = 1_000;

  private static final int MOST_RUNS = 10_000;

  /** No factors, one run. */
  public static final Matrix NONE = new Matrix(Map.of(), List.of(), 1, 1, OptionalDouble.empty());

  public Matrix withRepeat(int runs) {
    return new Matrix(factors, excluded, runs, seed, until);
  }

  /**
   * The reason why the matrix is too large, as one line; empty if it is not. Refuses too many
   * combinations before building them.
   */
  public Optional<String> excess() {
    if (factors.size() > MOST_FACTORS) {
      return Optional.of(
          Text.of("matrix: has %d factors, but at most %d", factors.size(), MOST_FACTORS));
    }
    BigInteger combinations =
        factors.values().stream()
            .map(values -> BigInteger.valueOf(values.size()))
            .reduce(BigInteger.ONE, BigInteger::multiply);
    if (combinations.compareTo(BigInteger.valueOf(MOST_CELLS)) > 0) {
      return Optional.of(
          Text.of(
              "matrix: makes %,d cells, but at most %,d are possible", combinations, MOST_CELLS));
    }
    long runs = (long) cells().size() * repeat;
    return runs > MOST_RUNS
        ? Optional.of(
            Text.of("matrix: makes %,d runs, but at most %,d are possible", runs, MOST_RUNS))
        : Optional.empty();
  }

  /** All cells, with the last factor changing fastest. */
  public List<MatrixCell> cells() {
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<String>> factor : factors.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : factor.getValue()) {
          Map<String, String> with = new LinkedHashMap<>(combination);
          with.put(factor.getKey(), value);
          longer.add(with);
        }
      }
      combinations = longer;
    }
    List<MatrixCell> cells = new ArrayList<>();
    for (Map<String, String> combination : combinations) {
      MatrixCell cell = new MatrixCell(cells.size() + 1, combination);
      if (excluded.stream().noneMatch(cell::has)) {
        cells.add(cell);
      }
    }
    return List.copyOf(cells);
  }

  /**
   * The order of one turn, in which each cell is run once. Every other turn reverses the one before
   * it, so that a machine that becomes slower or faster favors no cell; the rest is random, so that
   * no cell always follows the same one. The same seed gives the same orders.
   *
   * @param turn from 1
   */
  public List<MatrixCell> order(int turn) {
    List<MatrixCell> cells = new ArrayList<>(cells());
    // One generator for all turns: the first values of generators with neighboring seeds are alike.
    Random random = new Random(seed);
    for (int shuffled = 1; shuffled <= turn; shuffled += 2) {
      Collections.shuffle(cells, random);
    }
    if (turn % 2 == 0) {
      Collections.reverse(cells);
    }
    return cells;
  }
}
