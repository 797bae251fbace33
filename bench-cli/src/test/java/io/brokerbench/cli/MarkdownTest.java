package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The form of Markdown files. */
final class MarkdownTest {

  private static final Path ROOT = Path.of("..");

  /** The language follows that fence which opens a block; items of lists indent both. */
  private static final Pattern FENCE = Pattern.compile("\\s*```([\\w-]*)");

  private static final Pattern UPSTREAM =
      Pattern.compile("(?s)\\*\\*Upstream\\.\\*\\*.*?(?://github\\.com/|A draft of an issue:)");

  /** A block of commands, or a command in another one. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ *(?:```(?:bash|sh|shell|console)$|(?:\\./mvnw|scripts/\\S+) )");

  /** Pages of measurements, of which CONTRIBUTING.md says that no test runs their commands. */
  private static final Pattern MEASUREMENTS =
      Pattern.compile(".*/docs/(?:performance|publications)/[^/]*");

  @Test
  void everyBlockOfCodeIsClosedOnALineOfItsOwn() throws IOException {
    List<Path> pages =
        ProjectFiles.below(ROOT).stream().filter(file -> file.toString().endsWith(".md")).toList();
    assertThat(pages).hasSizeGreaterThan(40);
    List<String> damaged = new ArrayList<>();
    for (Path page : pages) {
      damaged.addAll(damaged(ROOT.relativize(page).toString(), Files.readAllLines(page)));
    }
    assertThat(damaged).isEmpty();
  }

  @Test
  void everyPageWithCommandsIsOneWhoseCommandsATestCovers() throws IOException {
    List<Path> covered = GuidePage.pages();
    List<Path> others =
        ProjectFiles.below(ROOT).stream()
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !covered.contains(file))
            .filter(file -> !MEASUREMENTS.matcher(file.toString()).matches())
            .toList();
    assertThat(others)
        .isNotEmpty()
        .allSatisfy(page -> assertThat(page).content().doesNotContainPattern(COMMAND));
  }

  @Test
  void pagesForReadersAreShort() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(150);
    List<Path> pages;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs").resolve("guide"))) {
      pages = files.toList();
    }
    assertThat(pages).hasSizeGreaterThan(20);
    for (Path page : pages) {
      assertThat(Files.readAllLines(page)).as(page.toString()).hasSizeLessThan(200);
    }
  }

  @Test
  void everyFindingHasAPictureACommandItsUpstreamAndWhatWouldContradictIt() throws IOException {
    List<Path> findings;
    try (Stream<Path> files = Files.list(ROOT.resolve("docs").resolve("findings"))) {
      findings =
          files
              .filter(file -> file.toString().endsWith(".md") && !file.endsWith("README.md"))
              .toList();
    }
    assertThat(findings).hasSizeGreaterThan(10);
    for (Path finding : findings) {
      assertThat(Files.readString(finding))
          .as(finding.toString())
          .contains("](" + finding.getFileName().toString().replace(".md", ".svg") + ")")
          .contains("```bash\nscripts/")
          .contains("**What would contradict this**: ")
          .containsPattern(UPSTREAM);
    }
  }

  @Test
  void aFenceWithinALineIsFound() {
    assertThat(damaged("a.md", List.of("```text", "a table 1 ```", "prose")))
        .containsExactly("a.md:2: a table 1 ```", "a.md:1: is not closed");
    assertThat(damaged("a.md", List.of("```text", "```bash", "```")))
        .containsExactly("a.md:2: opens in a block");
    assertThat(damaged("a.md", List.of("```", "text", "```", "   ```yaml", "   ```"))).isEmpty();
  }

  private static List<String> damaged(String page, List<String> lines) {
    List<String> damaged = new ArrayList<>();
    int open = 0;
    for (int i = 1; i <= lines.size(); i++) {
      String line = lines.get(i - 1);
      Matcher fence = FENCE.matcher(line);
      if (!line.contains("```")) {
        continue;
      }
      if (!fence.matches()) {
        damaged.add(Text.of("%s:%d: %s", page, i, line));
      } else if (open == 0) {
        open = i;
      } else if (fence.group(1).isEmpty()) {
        open = 0;
      } else {
        damaged.add(Text.of("%s:%d: opens in a block", page, i));
      }
    }
    if (open > 0) {
      damaged.add(Text.of("%s:%d: is not closed", page, open));
    }
    return damaged;
  }
}
