package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every picture of README and docs is made by a command from figures that are stored. */
final class RecordedPicturesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern PICTURE = Pattern.compile("!\\[([^]]*)]\\(([^)]+)\\)");

  /** Commands by the pictures that they make; $1 in the second part is a group of the first. */
  private static final Map<Pattern, Origin> ORIGINS =
      Map.of(
          Pattern.compile("docs/findings/([\\w-]+)\\.svg"),
          new Origin("scripts/pages", "docs/findings/$1.csv"),
          Pattern.compile("docs/performance/peers\\.svg"),
          new Origin("scripts/pages", "docs/performance/pairs.csv"),
          Pattern.compile("docs/sample/(?:rate\\.svg|report\\.png)"),
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

  /** {@code scripts/record-sample} writes both. */
  @Test
  void theSampleOfReadmeIsThatOfTheRecordedRun() throws IOException {
    String console = Files.readString(ROOT.resolve("docs/sample/console.txt"));
    assertThat(console).contains("\nlimited by  ");
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains(console + "```");
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
