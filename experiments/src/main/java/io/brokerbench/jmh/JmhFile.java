package io.brokerbench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.file.BadInputException;
import io.brokerbench.results.FlattenedFacts;
import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A JMH result file, with {@code NAME.environment.json} next to it if that exists.
 *
 * @param scores by benchmark name with parameters; at least one
 * @param environment the environment of the benchmarks, flattened; empty without such a file
 */
public record JmhFile(Path path, Map<String, Score> scores, SortedMap<String, String> environment) {

  /** Name of the file that is kept with a night. */
  public static final String OF_NIGHT = "microbench.json";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ALLOCATION = "/secondaryMetrics/gc.alloc.rate.norm/score";

  /**
   * The scores of a benchmark with its parameters.
   *
   * @param mode benchmark mode as abbreviated by JMH
   * @param unit of the scores as named by JMH
   * @param forks the scores of the iterations of each JVM; at least one, all above 0
   * @param bytesPerOperation bytes allocated per operation, if the gc profiler was on
   * @param threads that call the benchmark; empty if the file does not say
   * @param jvmArguments separated by blanks; empty if the file states none
   * @param jdk version of the JDK; empty if the file does not say
   */
  public record Score(
      String mode,
      String unit,
      List<double[]> forks,
      OptionalDouble bytesPerOperation,
      String threads,
      String jvmArguments,
      String jdk) {

    public Direction better() {
      return mode.equals("thrpt") ? Direction.HIGHER : Direction.LOWER;
    }

    /** The mean score of each JVM. */
    public double[] ofForks() {
      return forks.stream()
          .mapToDouble(each -> Arrays.stream(each).average().orElseThrow())
          .toArray();
    }

    public double[] ofIterations() {
      return forks.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    /**
     * The scores that count as repeats: those of the JVMs, or of the iterations of a single one.
     */
    public double[] repeats() {
      return forks.size() > 1 ? ofForks() : ofIterations();
    }
  }

  /**
   * Reads a result file.
   *
   * @throws BadInputException if it is not a JMH result
   */
  public static JmhFile read(Path path) throws BadInputException {
    JsonNode json = json(path);
    if (!json.isArray() || json.isEmpty()) {
      throw new BadInputException(Text.of("%s: holds no benchmark, is no result of JMH", path));
    }
    Map<String, Score> scores = new LinkedHashMap<>();
    for (JsonNode each : json) {
      if (!each.path("benchmark").isTextual() || !each.path("primaryMetric").isObject()) {
        throw new BadInputException(Text.of("%s: is no result of JMH", path));
      }
      String name = name(each);
      if (scores.put(name, score(path, name, each)) != null) {
        throw new BadInputException(
            Text.of("%s: holds %s twice, compare one mode at a time", path, name));
      }
    }
    return new JmhFile(path, scores, environment(path));
  }

  private static String name(JsonNode benchmark) {
    String parameters =
        benchmark.path("params").properties().stream()
            .map(each -> Text.of(" %s=%s", each.getKey(), each.getValue().asText()))
            .collect(Collectors.joining());
    return benchmark.path("benchmark").asText() + parameters;
  }

  private static Score score(Path path, String name, JsonNode benchmark) throws BadInputException {
    JsonNode metric = benchmark.path("primaryMetric");
    boolean sampled = metric.has("rawDataHistogram");
    List<double[]> forks = new ArrayList<>();
    for (JsonNode fork : metric.path(sampled ? "rawDataHistogram" : "rawData")) {
      double[] iterations = new double[fork.size()];
      for (int i = 0; i < iterations.length; i++) {
        iterations[i] = sampled ? mean(fork.get(i)) : fork.get(i).asDouble();
        if (!(iterations[i] > 0)) {
          throw new BadInputException(
              Text.of("%s: %s has a score that is not above 0: %s", path, name, fork.get(i)));
        }
      }
      if (iterations.length > 0) {
        forks.add(iterations);
      }
    }
    if (forks.isEmpty()) {
      throw new BadInputException(Text.of("%s: %s has no scores", path, name));
    }
    JsonNode bytes = benchmark.at(ALLOCATION);
    return new Score(
        benchmark.path("mode").asText(),
        metric.path("scoreUnit").asText(),
        forks,
        bytes.isNumber() ? OptionalDouble.of(bytes.asDouble()) : OptionalDouble.empty(),
        benchmark.path("threads").asText(),
        benchmark
            .path("jvmArgs")
            .valueStream()
            .map(JsonNode::asText)
            .collect(Collectors.joining(" ")),
        benchmark.path("jdkVersion").asText());
  }

  /** The mean of a histogram of pairs of value and count. */
  private static double mean(JsonNode histogram) {
    double sum = 0;
    double count = 0;
    for (JsonNode pair : histogram) {
      sum += pair.path(0).asDouble() * pair.path(1).asDouble();
      count += pair.path(1).asDouble();
    }
    return sum / count;
  }

  private static SortedMap<String, String> environment(Path path) throws BadInputException {
    Path file = environmentOf(path);
    return Files.exists(file) ? new TreeMap<>(FlattenedFacts.of(json(file))) : new TreeMap<>();
  }

  /** The file with the environment of a result file. */
  public static Path environmentOf(Path path) {
    String name = String.valueOf(path.getFileName()).replaceFirst("\\.json$", "");
    return path.resolveSibling(name + ".environment.json");
  }

  /**
   * Reads a file as JSON.
   *
   * @throws BadInputException if it cannot be read, or is no JSON
   */
  public static JsonNode json(Path file) throws BadInputException {
    try {
      return MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", file, Causes.line(e)));
    }
  }
}
