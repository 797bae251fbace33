package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The ratios that findings state, with the intervals that {@code compare} computes. */
final class FindingRatiosTest {

  private static final Path FINDINGS = Path.of("..", "docs", "findings");

  /** Brackets of this page have the lowest and the highest run. */
  private static final String OF_RANGES = "failover.md";

  /** A ratio and its interval: 0.37 [0.29, 0.48], 37 % [29, 48], or 6.0 times [3.3, 11]. */
  private static final Pattern STATED =
      Pattern.compile("([\\d.]+)( %)?(?: times)? \\[([\\d.]+), ([\\d.]+)\\]");

  private static final String NUMBER = "\\d+(?:,\\d{3})*(?:\\.\\d+)?\\*?";

  /** The runs in a cell of a table: 18,974 20,600* 24,104. */
  private static final Pattern RUNS =
      Pattern.compile("\\| *(" + NUMBER + "(?:,? " + NUMBER + ")+)");

  @Test
  void eachFollowsFromRunsOnItsPage() throws IOException {
    Set<String> pages = new TreeSet<>();
    List<String> unfounded = new ArrayList<>();
    for (Path file : ProjectFiles.below(FINDINGS)) {
      String name = file.getFileName().toString();
      if (name.endsWith(".md") && !name.equals(OF_RANGES)) {
        String page = Files.readString(file);
        if (STATED.matcher(page).find()) {
          pages.add(name);
        }
        unfounded(page).forEach(ratio -> unfounded.add(name + ": " + ratio));
      }
    }
    assertThat(unfounded).isEmpty();
    assertThat(pages).contains("elected-masters.md", "replication.md", "sync-flush.md");
  }

  @Test
  void oneOfOtherRunsIsFound() {
    String runs = "| 4.5.1, 1 | 18,974 20,600* 24,104 | 8,470 7,997 7,241 |\n\n";
    assertThat(unfounded(runs + "It keeps 37 %\n[29, 48], and loses 63 % [52, 71].")).isEmpty();
    assertThat(unfounded(runs + "It keeps 0.37 [0.29, 0.48] or 0.37 [0.29, 0.49]."))
        .containsExactly("0.37 [0.29, 0.49]");
  }

  /** Those that are the ratio of no two cells of runs, nor the share that such a ratio lacks. */
  private static List<String> unfounded(String page) {
    List<Ratio> ratios = ratios(page);
    List<String> unfounded = new ArrayList<>();
    Matcher stated = STATED.matcher(page.replaceAll("\\s+", " "));
    while (stated.find()) {
      if (ratios.stream().noneMatch(ratio -> agrees(stated, ratio))) {
        unfounded.add(stated.group());
      }
    }
    return unfounded;
  }

  private static List<Ratio> ratios(String page) {
    List<Repeats> cells = new ArrayList<>();
    Matcher runs = RUNS.matcher(page);
    while (runs.find()) {
      double[] values =
          Arrays.stream(runs.group(1).split(",? ", -1))
              .mapToDouble(value -> Double.parseDouble(value.replaceAll("[,*]", "")))
              .toArray();
      // There is no logarithm of zero.
      if (Arrays.stream(values).allMatch(value -> value > 0)) {
        cells.add(Repeats.of(values));
      }
    }
    return cells.stream()
        .flatMap(base -> cells.stream().map(candidate -> Ratio.of(base, candidate)))
        .toList();
  }

  private static boolean agrees(Matcher stated, Ratio ratio) {
    double unit = stated.group(2) == null ? 1 : 100;
    return agrees(stated, unit * ratio.estimate(), unit * ratio.low(), unit * ratio.high())
        || agrees(
            stated,
            unit * (1 - ratio.estimate()),
            unit * (1 - ratio.high()),
            unit * (1 - ratio.low()));
  }

  private static boolean agrees(Matcher stated, double estimate, double low, double high) {
    return rounds(estimate, stated.group(1))
        && rounds(low, stated.group(3))
        && rounds(high, stated.group(4));
  }

  private static boolean rounds(double value, String text) {
    BigDecimal stated = new BigDecimal(text);
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(stated.scale(), RoundingMode.HALF_UP);
    return rounded.compareTo(stated) == 0;
  }
}
