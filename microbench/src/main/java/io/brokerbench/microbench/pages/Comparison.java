package io.brokerbench.microbench.pages;

import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Direction;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Another tool and brokerbench under one load, by pairs of runs.
 *
 * @param date of the runs, as in ISO 8601
 * @param tool name of the other tool
 * @param load what both did
 * @param rate messages per second
 * @param cost microseconds of processor time per message
 */
record Comparison(String date, String tool, String load, int pairs, Figure rate, Figure cost) {

  /** Of a file of pairs. */
  private static final int COLUMNS = 8;

  /**
   * A figure of both sides.
   *
   * @param tool geometric mean of the other tool
   * @param brokerbench geometric mean of brokerbench
   * @param ratio brokerbench to the other tool
   * @param low lower end of its 95 % interval; NaN with a single pair
   * @param high upper end
   * @param answer one of compare's four answers
   */
  record Figure(
      double tool, double brokerbench, double ratio, double low, double high, String answer) {

    private static Figure of(List<String[]> pairs, int column, Direction better) {
      double[] tool = column(pairs, column);
      double[] brokerbench = column(pairs, column + 1);
      Repeats ratios =
          Repeats.of(
              IntStream.range(0, tool.length).mapToDouble(i -> brokerbench[i] / tool[i]).toArray());
      String answer = "cannot tell";
      double low = Double.NaN;
      double high = Double.NaN;
      if (ratios.spread()) {
        Ratio ratio = Ratio.ofPairs(ratios);
        low = ratio.low();
        high = ratio.high();
        answer =
            switch (Conclusion.of(ratio, pairs.size(), better, Conclusion.TOLERANCE).kind()) {
              case FASTER -> "better";
              case SLOWER -> "worse";
              case SAME -> "same";
              case CANNOT_TELL -> "cannot tell";
            };
      }
      return new Figure(
          Repeats.of(tool).mean(),
          Repeats.of(brokerbench).mean(),
          ratios.mean(),
          low,
          high,
          answer);
    }

    private static double[] column(List<String[]> pairs, int column) {
      return pairs.stream().mapToDouble(pair -> Double.parseDouble(pair[column])).toArray();
    }
  }

  /**
   * The comparisons in a file of pairs, in the order of their first lines.
   *
   * @param lines the file, with its heading
   * @throws IllegalArgumentException if a line is no pair
   */
  static List<Comparison> ofPairs(List<String> lines) {
    Map<String, List<String[]>> loads = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] row = line.split(",", -1);
      if (row.length != COLUMNS) {
        throw new IllegalArgumentException("needs " + COLUMNS + " columns: " + line);
      }
      loads.computeIfAbsent(row[1] + "," + row[2], key -> new ArrayList<>()).add(row);
    }
    return loads.values().stream()
        .map(
            pairs ->
                new Comparison(
                    pairs.get(0)[0],
                    pairs.get(0)[1],
                    pairs.get(0)[2],
                    pairs.size(),
                    Figure.of(pairs, 4, Direction.HIGHER),
                    Figure.of(pairs, 6, Direction.LOWER)))
        .toList();
  }
}
