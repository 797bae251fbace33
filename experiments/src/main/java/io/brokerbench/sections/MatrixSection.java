package io.brokerbench.sections;

import io.brokerbench.matrix.Matrix;
import io.brokerbench.units.Text;
import io.brokerbench.workload.InFlightLimits;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** The section {@code matrix} of a workload file. */
final class MatrixSection {

  private static final int MOST_RUNS = 1000;

  private MatrixSection() {}

  static Matrix read(YamlNodeReader reader, @Nullable Node node) {
    int repeat = 1;
    long seed = 1;
    OptionalDouble until = OptionalDouble.empty();
    Map<String, List<String>> factors = new LinkedHashMap<>();
    List<SortedMap<String, String>> excluded = new ArrayList<>();
    for (Map.Entry<String, Node> entry : reader.entries(node).entrySet()) {
      String name = entry.getKey();
      String key = "matrix." + name;
      Node value = entry.getValue();
      switch (name) {
        case "repeat" -> repeat = (int) reader.whole(value, key, 1, MOST_RUNS);
        case "seed" -> seed = reader.whole(value, key, Long.MIN_VALUE, Long.MAX_VALUE);
        case "until" ->
            until = OptionalDouble.of(reader.read(value, key, MatrixSection::bothWays, 1.0));
        case "exclude" ->
            reader.list(value, key).forEach(each -> excluded.add(reader.values(each, key)));
        default ->
            factors.put(
                name, reader.list(value, key).stream().map(v -> reader.text(v, key)).toList());
      }
    }
    factors.forEach(
        (factor, values) -> {
          if (values.isEmpty()) {
            reader.problem(Text.of("matrix.%s needs a value", factor));
          }
        });
    factors.keySet().stream()
        .filter(Secrets::isKey)
        .forEach(
            factor ->
                reader.problem(
                    Text.of(
                        "matrix.%s cannot be a factor: the names of results would reveal its values",
                        factor)));
    Matrix matrix = new Matrix(factors, excluded, repeat, seed, until);
    Optional<String> excess = matrix.excess();
    if (excess.isPresent()) {
      reader.problem(excess.get());
      return Matrix.NONE;
    }
    excluded.forEach(each -> refuseUnknown(reader, "matrix.exclude", each, factors));
    if (reader.problems().isEmpty() && matrix.cells().isEmpty()) {
      reader.problem("matrix.exclude leaves no cell");
    }
    return matrix;
  }

  /**
   * Reports values that no factor has, neither as a value nor as one of its steps.
   *
   * @param key the place of these values
   */
  static void refuseUnknown(
      YamlNodeReader reader,
      String key,
      SortedMap<String, String> values,
      Map<String, List<String>> factors) {
    values.forEach(
        (factor, value) -> {
          List<String> known = factors.getOrDefault(factor, List.of());
          if (!known.contains(value)
              && known.stream().noneMatch(each -> InFlightLimits.written(each).contains(value))) {
            reader.problem(
                Text.of(
                    "%s names %s=%s, which is in no factor%s",
                    key, factor, value, Settings.nearest(factor, factors.keySet())));
          }
        });
  }

  /** Parses {@code 3%}, optionally with a leading {@code ±} or {@code +-}. */
  private static double bothWays(String text) {
    double share = YamlNodeReader.percent(text.replaceFirst("^(±|\\+-)\\s*", ""));
    if (share == 1) {
      throw new IllegalArgumentException(Text.of("must be a share such as 3%%, got \"%s\"", text));
    }
    return share;
  }
}
