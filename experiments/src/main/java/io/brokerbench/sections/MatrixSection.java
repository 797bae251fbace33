package io.brokerbench.sections;

import io.brokerbench.matrix.Matrix;
import io.brokerbench.units.Text;
import io.brokerbench.workload.InFlightLimits;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/** The section {@code matrix} of a workload file. */
final class MatrixSection {

  private static final int MOST_RUNS = 1000;

  private MatrixSection() {}

  static Matrix read(Section section) {
    int repeat = section.whole("repeat", 1, MOST_RUNS).orElse(1);
    long seed =
        section
            .read("seed", text -> Settings.wholeNumber(text, Long.MIN_VALUE, Long.MAX_VALUE))
            .orElse(1L);
    OptionalDouble until =
        section
            .read("until", MatrixSection::bothWays)
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty());
    List<SortedMap<String, String>> excluded =
        section.sections("exclude").stream().map(Section::texts).toList();
    Map<String, List<String>> factors = new LinkedHashMap<>();
    section.unread().forEach(factor -> factors.put(factor, section.texts(factor)));
    factors.forEach(
        (factor, values) -> {
          if (values.isEmpty()) {
            section.problemOfFile(Text.of("matrix.%s needs a value", factor));
          }
        });
    factors.keySet().stream()
        .filter(Secrets::isKey)
        .forEach(
            factor ->
                section.problemOfFile(
                    Text.of(
                        "matrix.%s cannot be a factor: the names of results would reveal its values",
                        factor)));
    Matrix matrix = new Matrix(factors, excluded, repeat, seed, until);
    Optional<String> excess = matrix.excess();
    if (excess.isPresent()) {
      section.problemOfFile(excess.get());
      return Matrix.NONE;
    }
    excluded.forEach(each -> refuseUnknown(section, "matrix.exclude", each, factors));
    if (section.problems().isEmpty() && matrix.cells().isEmpty()) {
      section.problemOfFile("matrix.exclude leaves no cell");
    }
    return matrix;
  }

  /**
   * Reports values that no factor has, neither as a value nor as one of its steps.
   *
   * @param key the place of these values
   */
  static void refuseUnknown(
      Section section,
      String key,
      SortedMap<String, String> values,
      Map<String, List<String>> factors) {
    values.forEach(
        (factor, value) -> {
          List<String> known = factors.getOrDefault(factor, List.of());
          if (!known.contains(value)
              && known.stream().noneMatch(each -> InFlightLimits.written(each).contains(value))) {
            section.problemOfFile(
                Text.of(
                    "%s names %s=%s, which is in no factor%s",
                    key, factor, value, Settings.nearest(factor, factors.keySet())));
          }
        });
  }

  /** Parses {@code 3%}, optionally with a leading {@code ±} or {@code +-}. */
  private static double bothWays(String text) {
    double share = Section.percent(text.replaceFirst("^(±|\\+-)\\s*", ""));
    if (share == 1) {
      throw new IllegalArgumentException(Text.of("must be a share such as 3%%, got \"%s\"", text));
    }
    return share;
  }
}
