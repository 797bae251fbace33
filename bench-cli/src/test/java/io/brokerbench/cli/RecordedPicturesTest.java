package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every picture of README and docs is made by a command from figures that are stored. */
final class RecordedPicturesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern PICTURE = Pattern.compile("!\\[([^]]*)]\\(([^)]+)\\)");

  private static final Pattern TEXT = Pattern.compile("<text ([^>]*)>([^<]*)</text>");
  private static final Pattern TRANSFORM = Pattern.compile("(translate|matrix)\\(([^)]*)\\)");
  private static final Pattern MEASURED =
      Pattern.compile("(?:RocketMQ|RabbitMQ|EMQX|mosquitto|HiveMQ CE) \\d+\\.\\d+");

  /** How charts.js draws whiskers. */
  private static final String WHISKER = "stroke-width=\"1.5\"";

  private static final Pattern LEGEND =
      Pattern.compile("ecmeta_series_index=\"(\\d+)\"[^>]*ecmeta_ssr_type=\"legend\"");
  private static final int MOST_SERIES = 6;

  /** Pixels across a telephone, and of the smallest letters that can be read there. */
  private static final double TELEPHONE = 390;

  private static final double READABLE = 7;

  /** Commands by the pictures that they make; $1 in the second part is a group of the first. */
  private static final Map<Pattern, Origin> ORIGINS =
      Map.of(
          Pattern.compile("docs/findings/([\\w-]+)\\.svg"),
          new Origin("scripts/pages", "docs/findings/$1.csv"),
          Pattern.compile("docs/performance/peers\\.svg"),
          new Origin("scripts/pages", "docs/performance/pairs.csv"),
          Pattern.compile("docs/sample/report\\.png"),
          new Origin("scripts/record-sample", "docs/sample/run.json"),
          Pattern.compile("docs/publications/([\\w-]+)/[\\w.-]+\\.svg"),
          new Origin("scripts/record-publication", "docs/publications/$1/results.zip"));

  private record Origin(String command, String figures) {}

  @Test
  void everyPictureIsMadeByACommandFromStoredFigures() throws IOException {
    Map<String, String> strangers = new TreeMap<>();
    for (Path page : pages()) {
      for (String picture : pictures(page)) {
        List<String> missing =
            ORIGINS.entrySet().stream()
                .filter(origin -> origin.getKey().matcher(picture).matches())
                .flatMap(
                    origin ->
                        Stream.of(
                            picture,
                            origin.getValue().command(),
                            origin
                                .getKey()
                                .matcher(picture)
                                .replaceFirst(origin.getValue().figures())))
                .toList();
        if (missing.isEmpty()) {
          strangers.put(picture, ROOT.relativize(page) + ": no command makes it");
        }
        missing.stream()
            .filter(file -> !Files.exists(ROOT.resolve(file)))
            .forEach(file -> strangers.put(picture, file + " is missing"));
      }
    }
    assertThat(strangers).isEmpty();
  }

  @Test
  void everyPictureIsOnAPage() throws IOException {
    Set<String> shown = new TreeSet<>();
    for (Path page : pages()) {
      shown.addAll(pictures(page));
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      assertThat(
              files
                  .filter(file -> file.toString().matches(".*\\.(?:svg|png|jpe?g|gif|webp)"))
                  .map(file -> ROOT.relativize(file).toString()))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(shown).contains(file));
    }
  }

  /** {@code scripts/record-sample} writes the files and README. */
  @Test
  void theSampleOfReadmeIsThatOfTheRecordedRun() throws IOException {
    String console = Files.readString(ROOT.resolve("docs/sample/console.txt"));
    assertThat(console).contains("\nlimited by  ");
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains(console + "```");
    assertThat(filesOfTheSample()).isNotEmpty().allSatisfy(file -> assertThat(file).exists());
  }

  @Test
  void pagesShowLinesOfTheRecordedRun() throws IOException {
    List<String> recorded = Files.readAllLines(ROOT.resolve("docs/sample/console.txt"));
    List<Path> pages =
        filesOfTheSample().stream().filter(file -> file.toString().endsWith(".md")).toList();
    assertThat(pages).isNotEmpty();
    for (Path page : pages) {
      assertThat(
              Files.readAllLines(page).stream()
                  .dropWhile(line -> !line.equals("```text"))
                  .skip(1)
                  .takeWhile(line -> !line.equals("```")))
          .as(page.toString())
          .isNotEmpty()
          .allSatisfy(line -> assertThat(recorded).contains(line));
    }
  }

  /** The files that {@code scripts/record-sample} says it writes, besides README. */
  private static List<Path> filesOfTheSample() throws IOException {
    return Files.readAllLines(ROOT.resolve("scripts/record-sample")).stream()
        .filter(line -> line.startsWith("#   "))
        .map(line -> ROOT.resolve(line.substring(1).strip()))
        .toList();
  }

  /**
   * At the width of a page, labels are whole, in the picture, and none covers another; at 390
   * pixels, the width of a telephone, they have a size that can be read.
   */
  @Test
  void labelsAreWholeAndApart() throws IOException {
    for (Path picture : svgs()) {
      String svg = Files.readString(picture);
      double width = number(svg, "<svg width=\"([\\d.]+)\"");
      Rectangle2D page = new Rectangle2D.Double(0, 0, width, number(svg, "height=\"([\\d.]+)\""));
      List<Label> labels = labels(svg);
      assertThat(labels).as(picture.toString()).isNotEmpty();
      for (Label label : labels) {
        assertThat(label.text()).as("whole in %s", picture).doesNotContain("...", "\u2026");
        assertThat(page.contains(label.box()))
            .as("\"%s\" is in %s", label.text(), picture)
            .isTrue();
        assertThat(label.size() * TELEPHONE / width).as("in %s", picture).isGreaterThan(READABLE);
        assertThat(labels)
            .as("what covers \"%s\" in %s", label.text(), picture)
            .filteredOn(other -> !other.equals(label) && other.box().intersects(label.box()))
            .isEmpty();
      }
    }
  }

  @Test
  void picturesExplainTheirWhiskersAndHaveFewSeries() throws IOException {
    for (Path picture : svgs()) {
      String svg = Files.readString(picture);
      if (svg.contains(WHISKER)) {
        assertThat(labels(svg).stream().map(Label::text))
            .as("what the whiskers are in %s", picture)
            .anyMatch(text -> text.contains("Whiskers: "));
      }
      assertThat(LEGEND.matcher(svg).results().map(found -> found.group(1)).distinct())
          .as("series in %s", picture)
          .hasSizeBetween(1, MOST_SERIES);
    }
  }

  /** Whoever sees a picture of a publication knows whose figures it has. */
  @Test
  void picturesOfPublicationsNameBrokersAndReleases() throws IOException {
    for (Path picture : svgs()) {
      if (picture.toString().contains("/publications/")) {
        List<String> labels = labels(Files.readString(picture)).stream().map(Label::text).toList();
        assertThat(labels)
            .as("measured brokers in %s", picture)
            .anySatisfy(label -> assertThat(label).containsPattern(MEASURED));
        assertThat(labels)
            .as("names of published figures in %s", picture)
            .filteredOn(label -> label.startsWith("published"))
            .allSatisfy(
                label -> assertThat(label).matches("published: .*(?:\\d+\\.\\d+|not stated).*"));
      }
    }
  }

  /**
   * A text of a picture.
   *
   * @param size of its font, in pixels
   */
  private record Label(String text, double size, Rectangle2D box) {}

  private static List<Label> labels(String svg) {
    List<Label> labels = new ArrayList<>();
    for (MatchResult found : TEXT.matcher(svg).results().toList()) {
      String of = found.group(1);
      String text =
          found
              .group(2)
              .replace("&lt;", "<")
              .replace("&gt;", ">")
              .replace("&#39;", "'")
              .replace("&quot;", "\"")
              .replace("&amp;", "&");
      double size = number(of, "font-size:([\\d.]+)px");
      int style = of.contains("font-weight:bold") ? Font.BOLD : Font.PLAIN;
      double width =
          new Font(Font.SANS_SERIF, style, 1)
              .deriveFont((float) size)
              .getStringBounds(text, new FontRenderContext(null, true, true))
              .getWidth();
      double x = of.contains("\"end\"") ? -width : of.contains("\"middle\"") ? -width / 2 : 0;
      // Letters without the space between lines.
      Rectangle2D box =
          new Rectangle2D.Double(
              x + attribute(of, "x"), attribute(of, "y") - size * 0.4, width, size * 0.8);
      labels.add(new Label(text, size, place(of).createTransformedShape(box).getBounds2D()));
    }
    return labels;
  }

  private static AffineTransform place(String attributes) {
    Matcher transform = TRANSFORM.matcher(attributes);
    assertThat(transform.find()).as(attributes).isTrue();
    double[] numbers =
        Arrays.stream(transform.group(2).split("[ ,]+")).mapToDouble(Double::parseDouble).toArray();
    return transform.group(1).equals("translate")
        ? AffineTransform.getTranslateInstance(numbers[0], numbers[1])
        : new AffineTransform(numbers);
  }

  private static double attribute(String attributes, String name) {
    Matcher value = Pattern.compile(" " + name + "=\"([-\\d.]+)\"").matcher(attributes);
    return value.find() ? Double.parseDouble(value.group(1)) : 0;
  }

  private static double number(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static List<Path> svgs() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      return files.filter(file -> file.toString().endsWith(".svg")).sorted().toList();
    }
  }

  private static Set<String> pictures(Path page) throws IOException {
    Set<String> pictures = new LinkedHashSet<>();
    for (MatchResult found : PICTURE.matcher(Files.readString(page)).results().toList()) {
      assertThat(found.group(1)).as("what is on %s", found.group(2)).isNotBlank();
      pictures.add(ROOT.relativize(page.resolveSibling(found.group(2)).normalize()).toString());
    }
    return pictures;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }
}
