package io.brokerbench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.page.Flat;
import io.brokerbench.stored.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * JMH's result file, and {@code NAME.environment.json} beside it if it is there.
 *
 * @param scores by the benchmark's name with its parameters; at least one
 * @param environment what the benchmarks ran on, flat; empty if the file does not say
 */
public record JmhFile(
    Path path, Map<String, JmhScore> scores, SortedMap<String, String> environment) {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ALLOCATION = "/secondaryMetrics/gc.alloc.rate.norm/score";

  /**
   * Reads a file.
   *
   * @throws BadInputException if it is none of JMH's
   */
  public static JmhFile read(Path path) throws BadInputException {
    JsonNode json = json(path);
    if (!json.isArray() || json.isEmpty()) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s: holds no benchmark, is no result of JMH", path));
    }
    Map<String, JmhScore> scores = new LinkedHashMap<>();
    for (JsonNode each : json) {
      if (!each.path("benchmark").isTextual() || !each.path("primaryMetric").isObject()) {
        throw new BadInputException(String.format(Locale.ROOT, "%s: is no result of JMH", path));
      }
      String name = name(each);
      if (scores.put(name, score(path, name, each)) != null) {
        throw new BadInputException(
            String.format(
                Locale.ROOT, "%s: holds %s twice, compare one mode at a time", path, name));
      }
    }
    return new JmhFile(path, scores, environment(path));
  }

  private static String name(JsonNode benchmark) {
    String parameters =
        benchmark.path("params").properties().stream()
            .map(
                each ->
                    String.format(Locale.ROOT, " %s=%s", each.getKey(), each.getValue().asText()))
            .collect(Collectors.joining());
    return benchmark.path("benchmark").asText() + parameters;
  }

  private static JmhScore score(Path path, String name, JsonNode benchmark)
      throws BadInputException {
    JsonNode metric = benchmark.path("primaryMetric");
    boolean sampled = metric.has("rawDataHistogram");
    List<double[]> forks = new ArrayList<>();
    for (JsonNode fork : metric.path(sampled ? "rawDataHistogram" : "rawData")) {
      double[] iterations = new double[fork.size()];
      for (int i = 0; i < iterations.length; i++) {
        iterations[i] = sampled ? mean(fork.get(i)) : fork.get(i).asDouble();
        if (!(iterations[i] > 0)) {
          throw new BadInputException(
              String.format(
                  Locale.ROOT,
                  "%s: %s has a score that is not above 0: %s",
                  path,
                  name,
                  fork.get(i)));
        }
      }
      if (iterations.length > 0) {
        forks.add(iterations);
      }
    }
    if (forks.isEmpty()) {
      throw new BadInputException(String.format(Locale.ROOT, "%s: %s has no scores", path, name));
    }
    JsonNode bytes = benchmark.at(ALLOCATION);
    return new JmhScore(
        benchmark.path("mode").asText(),
        metric.path("scoreUnit").asText(),
        forks,
        bytes.isNumber() ? OptionalDouble.of(bytes.asDouble()) : OptionalDouble.empty());
  }

  /** Of pairs of value and count. */
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
    String name = String.valueOf(path.getFileName()).replaceFirst("\\.json$", "");
    Path file = path.resolveSibling(name + ".environment.json");
    return Files.exists(file) ? new TreeMap<>(Flat.of(json(file))) : new TreeMap<>();
  }

  private static JsonNode json(Path file) throws BadInputException {
    try {
      return MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new BadInputException(String.format(Locale.ROOT, "%s cannot be read: %s", file, why));
    }
  }
}
