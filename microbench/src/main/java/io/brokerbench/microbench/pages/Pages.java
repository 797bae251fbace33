package io.brokerbench.microbench.pages;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the tables and pictures of the documentation that are made from recorded figures:
 *
 * <ul>
 *   <li>docs/findings/NAME.svg from NAME.csv next to it
 *   <li>docs/performance/peers.svg, and the tables of docs/PERFORMANCE.md between {@code <!-- peers
 *       TOOL -->} and {@code <!-- end -->}, from docs/performance/pairs.csv
 * </ul>
 */
public final class Pages {

  private static final Path PAGE = Path.of("docs", "PERFORMANCE.md");
  private static final Path PAIRS = Path.of("docs", "performance", "pairs.csv");
  private static final Path CHART = Path.of("docs", "performance", "peers.svg");
  private static final Path FINDINGS = Path.of("docs", "findings");

  private static final Pattern TABLE =
      Pattern.compile("(<!-- peers ([A-Za-z]+) -->\n\n).*?(\n\n<!-- end -->)", Pattern.DOTALL);

  private Pages() {}

  /**
   * Writes what differs, or prints the tables of a file of pairs.
   *
   * <p>Arguments: the project's directory; nothing, or {@code print} and a file of pairs, or {@code
   * record} and a file of pairs that replace the recorded ones of the same tools and loads.
   */
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    if (args.length == 1) {
      write(root);
      return;
    }
    List<String> lines = Files.readAllLines(Path.of(args[2]));
    if (args[1].equals("record")) {
      record(root, lines);
      write(root);
      return;
    }
    List<Comparison> comparisons = Comparison.ofPairs(lines);
    comparisons.stream()
        .map(Comparison::tool)
        .distinct()
        .forEach(tool -> System.out.println(ComparisonPages.table(comparisons, tool) + "\n"));
  }

  /** The comparisons of docs/performance/pairs.csv. */
  static List<Comparison> recorded(Path root) throws IOException {
    return Comparison.ofPairs(Files.readAllLines(root.resolve(PAIRS)));
  }

  /** The contents of all files, by their paths in the project. */
  static Map<Path, String> rendered(Path root) throws IOException {
    List<Comparison> comparisons = recorded(root);
    Map<Path, Chart> charts = new TreeMap<>(Map.of(CHART, ComparisonPages.chart(comparisons)));
    try (Stream<Path> files = Files.list(root.resolve(FINDINGS))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".csv")).toList()) {
        String name = file.getFileName().toString().replace(".csv", "");
        charts.put(
            FINDINGS.resolve(name + ".svg"), RecordedChart.of(name, Files.readAllLines(file)));
      }
    }
    Map<Path, String> contents = new TreeMap<>();
    try (Pictures pictures = new Pictures()) {
      charts.forEach((path, chart) -> contents.put(path, pictures.svg(chart)));
    }
    contents.put(
        PAGE,
        TABLE
            .matcher(Files.readString(root.resolve(PAGE)))
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1)
                            + ComparisonPages.table(comparisons, found.group(2))
                            + found.group(3))));
    return contents;
  }

  private static void write(Path root) throws IOException {
    for (Map.Entry<Path, String> file : rendered(root).entrySet()) {
      Path path = root.resolve(file.getKey());
      if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
        Files.writeString(path, file.getValue());
        System.out.println("written to " + path);
      }
    }
  }

  private static void record(Path root, List<String> pairs) throws IOException {
    Set<String> loads =
        Comparison.ofPairs(pairs).stream()
            .map(each -> "," + each.tool() + "," + each.load() + ",")
            .collect(Collectors.toSet());
    Path file = root.resolve(PAIRS);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.removeIf(line -> loads.stream().anyMatch(line::contains));
    lines.addAll(pairs.subList(1, pairs.size()));
    Files.write(file, lines);
  }
}
