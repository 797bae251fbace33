package io.brokerbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.document.MarkdownText;
import io.brokerbench.published.Reference;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recorded publications: their stored results give the same page as when they were recorded,
 * and every page counts all that was published.
 */
final class RecordedPublicationsTest {

  private static final Path PAGES = Path.of("..", "docs", "publications");
  private static final Path WORKLOADS = Path.of("..", "workloads", "publications");
  private static final long MAX_BYTES = 2_000_000;
  private static final int MOST_VERDICTS = 5;
  private static final int MOST_WORDS = 700;

  /** What is read in a minute. */
  private static final int MOST_WORDS_BEFORE_THE_PICTURE = 220;

  private static final Pattern COUNTS =
      Pattern.compile(
          "The details have all (\\d+) comparisons of (?:a published figure with a measured one"
              + "|(\\d+) published figures with measured ones):"
              + " (\\d+) agrees?, (\\d+) differs?, (\\d+) undecided\\.");

  /** The name of an experiment, and its part of the details. */
  private static final Pattern EXPERIMENT =
      Pattern.compile("<summary>([a-z0-9-]+)</summary>(.*?)</details>", Pattern.DOTALL);

  private static final Pattern REPEATED =
      Pattern.compile("^\\*\\*Measured\\*\\*: .* Not used: (\\d+) more run", Pattern.MULTILINE);

  private static final String WITH_REPEATED_RUNS = "rocketmq-producer";

  private final Path temp;

  RecordedPublicationsTest(@TempDir Path temp) {
    this.temp = temp;
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(PAGES)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @Test
  void everyPublicationHasAPageAndEveryPageAPublication() throws Exception {
    assertThat(pages())
        .extracting(RecordedPublicationsTest::name)
        .containsExactlyInAnyOrderElementsOf(PublicationSource.names());
  }

  @Test
  void everyWorkloadFileNamesItsSourceAndWhatIsUsedOfIt() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(WORKLOADS)) {
      files = all.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      String name = file.getFileName().toString().replace(".yaml", "");
      PublicationSource source =
          PublicationSource.names().stream()
              .filter(publication -> PublicationSource.owns(publication, name))
              .flatMap(publication -> PublicationSource.of(publication).stream())
              .findFirst()
              .orElseThrow();
      assertThat(Files.readString(file))
          .as(file.toString())
          .contains(source.title(), "# Only the facts of this publication are used here.")
          .contains(
              source.address().startsWith("https://")
                  ? source.address().replaceAll("^https://|/$", "")
                  : "not stated");
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void storedResultsGiveTheSamePage(Path page) throws Exception {
    Path results = PAGES.resolve(name(page)).resolve("results.zip");
    assertThat(Files.size(results)).isLessThanOrEqualTo(MAX_BYTES);
    unpack(results);
    Path again = Files.createDirectory(temp.resolve("again"));
    // What is written by hand is kept.
    Files.copy(page, again.resolve(page.getFileName()));
    PublicationPage.write(temp.resolve(name(page)), again);
    assertThat(again.resolve(page.getFileName())).hasSameTextualContentAs(page);
    String text = Files.readString(page);
    List<String> pictures =
        Pattern.compile("]\\(([^)]+\\.svg)\\)")
            .matcher(text)
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(pictures)
        .isNotEmpty()
        .allSatisfy(
            file -> assertThat(again.resolve(file)).hasSameTextualContentAs(PAGES.resolve(file)));
    try (Stream<Path> stored = Files.list(PAGES.resolve(name(page)))) {
      assertThat(stored.filter(file -> file.toString().endsWith(".svg")))
          .as("pictures that no page shows")
          .allSatisfy(file -> assertThat(pictures).contains(PAGES.relativize(file).toString()));
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageStartsWithClaimSourcePictureAndAFewVerdicts(Path page) throws Exception {
    String text = Files.readString(page);
    PublicationSource source = PublicationSource.of(name(page)).orElseThrow();
    assertThat(text)
        .startsWith("# " + source.label() + ": " + source.subject())
        .containsSubsequence(
            "**Claimed**: ",
            "**Result**: ",
            "**Believe it?** ",
            "**Source**: \""
                + String.join(", ", source.title() + "\"", source.author(), source.date())
                + ", ",
            source.address(),
            "**Measured**: ",
            "![",
            "| claim |",
            "## Explanation",
            "## The command",
            "scripts/bench reproduce " + name(page),
            "## Details",
            "<details");
    String shown =
        text.substring(0, text.indexOf("## Details")).replaceAll("(?s)<details.*?</details>", "");
    assertThat(shown.split("\\s+")).as("words on two screens").hasSizeLessThan(MOST_WORDS);
    assertThat(text.substring(0, text.indexOf("![")).split("\\s+"))
        .as("words before the picture")
        .hasSizeLessThan(MOST_WORDS_BEFORE_THE_PICTURE);
    List<List<String>> verdicts = rows(text, "| claim |");
    assertThat(verdicts).hasSizeBetween(1, MOST_VERDICTS);
    assertThat(verdicts).allSatisfy(row -> assertThat(row.get(row.size() - 1)).isNotEmpty());
  }

  /** A commit with changes that were not committed ends in {@code -dirty}. */
  @ParameterizedTest
  @MethodSource("pages")
  void runsWereMadeAtCommitsOfACleanClone(Path page) throws Exception {
    assertThat(Files.readString(page))
        .containsPattern("These runs were made at commit \\S*[0-9a-f]{40}[.,]")
        .doesNotContain("-dirty");
  }

  /** The ratio of a search has the interval that the search found. */
  @ParameterizedTest
  @MethodSource("pages")
  void ratiosRestOnThreeRunsOrMore(Path page) throws Exception {
    for (String experiment : Files.readString(page).split("<details", -1)) {
      boolean ratios =
          figures(experiment).stream().anyMatch(row -> !cell(row, "measured/published").isEmpty());
      if (ratios && !experiment.contains("Load and latency up to the found rate")) {
        assertThat(runsOfCells(experiment))
            .as("runs of each cell in %s", page)
            .isNotEmpty()
            .allSatisfy(runs -> assertThat(runs).isGreaterThanOrEqualTo(3));
      }
    }
  }

  /**
   * Every published figure has an answer; the counts in text and tables are those of the answers.
   */
  @ParameterizedTest
  @MethodSource("pages")
  void answersAreAllThatWasPublished(Path page) throws Exception {
    String text = Files.readString(page);
    long[] answers = new long[3];
    for (Map<String, String> row : figures(text)) {
      String answer = cell(row, "answer");
      String figure = String.join(" ", row.values());
      if (figure.contains("(derived)") || figure.contains("prose")) {
        assertThat(answer).as(figure).isEmpty();
      } else {
        assertThat(answer).as(figure).matches("agrees|differs: .*|undecided: .*");
        answers[answer.startsWith("agrees") ? 0 : answer.startsWith("differs") ? 1 : 2]++;
      }
    }
    Matcher counts = COUNTS.matcher(text);
    assertThat(counts.find()).isTrue();
    long[] inText = {number(counts, 3), number(counts, 4), number(counts, 5)};
    assertThat(inText).isEqualTo(answers);
    assertThat(number(counts, 1)).isEqualTo(Arrays.stream(answers).sum());
    long[] inTable = new long[3];
    long runs = 0;
    for (List<String> row : rows(text, "| experiment |")) {
      runs += Long.parseLong(row.get(1));
      for (int i = 0; i < inTable.length; i++) {
        inTable[i] += Long.parseLong(row.get(4 + i));
      }
    }
    assertThat(inTable).isEqualTo(answers);
    assertThat(text).contains("**Measured**: " + runs + " runs in ");
    Matcher repeated = REPEATED.matcher(text);
    assertThat(runs + (repeated.find() ? number(repeated, 1) : 0))
        .isEqualTo(storedRuns(PAGES.resolve(name(page)).resolve("results.zip")));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyPublishedFigureIsOnThePage(Path page) throws Exception {
    String text = Files.readString(page);
    Matcher experiments = EXPERIMENT.matcher(text);
    List<String> shown = new ArrayList<>();
    while (experiments.find()) {
      shown.add(experiments.group(1) + ".yaml");
      List<Map<String, String>> figures = figures(experiments.group(2));
      Path file = WORKLOADS.resolve(experiments.group(1) + ".yaml");
      for (Reference.Row row : ExperimentFile.read(file).reference().orElseThrow().rows()) {
        for (String key : row.figures().keySet()) {
          Map<String, String> published = new LinkedHashMap<>(row.values());
          published.put("figure", key);
          assertThat(figures)
              .as("%s of %s", published, file)
              .anySatisfy(figure -> assertThat(figure).containsAllEntriesOf(published));
        }
      }
    }
    try (Stream<Path> files = Files.list(WORKLOADS)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(file -> PublicationSource.owns(name(page), file.replace(".yaml", "")))
          .containsExactlyInAnyOrderElementsOf(shown);
    }
  }

  /** A row of the workload file may be about several cells. */
  @ParameterizedTest
  @MethodSource("pages")
  void aFigureThatIsComparedSeveralTimesCountsOnce(Path page) throws Exception {
    String text = Files.readString(page);
    Matcher experiments = EXPERIMENT.matcher(text);
    Set<List<Object>> published = new HashSet<>();
    while (experiments.find()) {
      String name = experiments.group(1);
      List<Reference.Row> rows =
          ExperimentFile.read(WORKLOADS.resolve(name + ".yaml")).reference().orElseThrow().rows();
      for (Map<String, String> shown : figures(experiments.group(2))) {
        if (!cell(shown, "answer").isEmpty()) {
          String figure = cell(shown, "figure");
          rows.stream()
              .filter(row -> row.isAbout(shown) && states(row, figure))
              .map(row -> List.of(name, row.values(), figure, cell(shown, "published")))
              .forEach(published::add);
        }
      }
    }
    Matcher counts = COUNTS.matcher(text);
    assertThat(counts.find()).isTrue();
    assertThat(number(counts, counts.group(2) == null ? 1 : 2)).isEqualTo(published.size());
  }

  private static boolean states(Reference.Row row, String figure) {
    return row.figures().containsKey(figure)
        || row.prose().stream()
            .anyMatch(text -> text.toLowerCase(Locale.ROOT).startsWith(figure + ":"));
  }

  /** What is written by hand repeats the counts of runs and of settings. */
  @ParameterizedTest
  @MethodSource("pages")
  void aCountIsTheSameWhereverAPageStatesIt(Path page) throws Exception {
    String text = Files.readString(page).replaceAll("(?s)## Details.*", "");
    assertThat(counts("(\\d+) runs\\b", text)).hasSize(1);
    assertThat(counts("(\\d+) (?:combinations of )?settings\\b", text)).hasSizeLessThan(2);
  }

  private static Set<String> counts(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toSet());
  }

  /** A run that was killed and one that was cut short by a signal change no figure and no count. */
  @Test
  void runsThatAreRepeatedStayAndAreMarked() throws Exception {
    unpack(PAGES.resolve(WITH_REPEATED_RUNS).resolve("results.zip"));
    Path results = temp.resolve(WITH_REPEATED_RUNS);
    PublicationDocument before = PublicationDocument.of(results);
    String name = Publication.read(results).experiments().get(WITH_REPEATED_RUNS + "-3-consumer");
    Path experiment = results.resolve(Objects.requireNonNull(name));
    repeated(experiment, "20261129T105910Z-c02-5.5.0.INCOMPLETE", "audit.not-done");
    repeated(experiment, "20261129T105915Z-c02-5.5.0.SUSPECT", Verdict.Reason.INTERRUPTED);
    PublicationDocument after = PublicationDocument.of(results);
    assertThat(after.measured())
        .isEqualTo(
            before.measured()
                + " Not used: 2 more runs, cut short or repeated for another reason, which the"
                + " details name.");
    String marks =
        """
        not used, because it is repeated: 20261129T105910Z-c02-5.5.0.INCOMPLETE: a reason

        not used, because it is repeated: 20261129T105915Z-c02-5.5.0.SUSPECT: a reason

        """;
    assertThat(details(after)).contains(marks);
    assertThat(details(after).replace(marks, "")).isEqualTo(details(before));
  }

  private static String details(PublicationDocument document) {
    return MarkdownText.ofSections(document.details(), chart -> Optional.empty());
  }

  /** Adds a run with the figures of another one. */
  private static void repeated(Path experiment, String name, String code) throws Exception {
    Path finished = new RunsDirectory(experiment).runs().get(0).directory();
    ObjectNode run =
        (ObjectNode) new ObjectMapper().readTree(finished.resolve(RunFile.NAME).toFile());
    ObjectNode verdict = run.withObject("/verdict").put("status", "suspect");
    verdict.putArray("reasons").addObject().put("code", code).put("text", "a reason");
    Path directory = Files.createDirectory(experiment.resolve(name));
    Files.writeString(directory.resolve(RunFile.NAME), run.toString());
  }

  /** The runs by which the guide explains results are among the stored ones. */
  @ParameterizedTest
  @CsvSource({"mqtt, mqtt-reference", "rabbitmq, rabbitmq-flow-control"})
  void theGuideShowsFiguresOfAStoredRun(String page, String publication) throws Exception {
    String text = Files.readString(PAGES.resolveSibling("guide").resolve(page + ".md"));
    Matcher named = Pattern.compile("That run is `([\\w.-]+)`").matcher(text);
    assertThat(named.find()).isTrue();
    unpack(PAGES.resolve(publication).resolve("results.zip"));
    try (Stream<Path> files = Files.walk(temp)) {
      Path file =
          files
              .filter(each -> each.endsWith(Path.of(named.group(1), RunFile.NAME)))
              .findFirst()
              .orElseThrow();
      RunResult run = RunFile.read(file);
      assertThat(text)
          .contains(
              "| `service`, p50 and p99 | " + percentiles(run, Metric.SERVICE) + " |",
              "| `response` | " + percentiles(run, Metric.RESPONSE) + " |",
              "| `endToEnd` | " + percentiles(run, Metric.END_TO_END) + " |",
              "| audit | " + Units.count(run.audit().attempted()) + " sent, ",
              "`" + run.promise().text() + "`");
    }
  }

  private static String percentiles(RunResult run, Metric metric) {
    Latency latency = Objects.requireNonNull(run.latency().get(metric));
    return Text.micro(latency.text(Statistic.P50) + " and " + latency.text(Statistic.P99));
  }

  private static long number(Matcher found, int group) {
    return Long.parseLong(found.group(group));
  }

  private static String name(Path page) {
    return page.getFileName().toString().replace(".md", "");
  }

  /** The rows of all tables of published and measured figures, by column. */
  private static List<Map<String, String>> figures(String text) {
    List<Map<String, String>> figures = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("| measured | measured/published | answer |")
          && !lines.get(i).startsWith("| claim |")) {
        List<String> head = cells(lines.get(i));
        for (List<String> row : rows(lines, i)) {
          Map<String, String> figure = new LinkedHashMap<>();
          head.forEach(column -> figure.put(column, row.get(head.indexOf(column))));
          figures.add(figure);
        }
      }
    }
    return figures;
  }

  private static String cell(Map<String, String> row, String column) {
    return Objects.requireNonNull(row.get(column));
  }

  /** The column {@code runs} of the table of means. */
  private static List<Integer> runsOfCells(String text) {
    List<Integer> runs = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("| runs | msg/s |")) {
        int column = cells(lines.get(i)).indexOf("runs");
        rows(lines, i).forEach(row -> runs.add(Integer.parseInt(row.get(column))));
      }
    }
    return runs;
  }

  private static List<List<String>> rows(String text, String head) {
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(head)) {
        return rows(lines, i);
      }
    }
    return List.of();
  }

  private static List<List<String>> rows(List<String> lines, int head) {
    List<List<String>> rows = new ArrayList<>();
    for (int i = head + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
      rows.add(cells(lines.get(i)));
    }
    return rows;
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.substring(1, row.length() - 1).split("(?<!\\\\)\\|", -1))
        .map(String::strip)
        .toList();
  }

  private static long storedRuns(Path file) throws IOException {
    long runs = 0;
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        runs += entry.getName().endsWith("/run.json") ? 1 : 0;
      }
    }
    return runs;
  }

  private void unpack(Path file) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = temp.resolve(entry.getName()).normalize();
        assertThat(target.startsWith(temp)).isTrue();
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(zip, target);
        }
      }
    }
  }
}
