package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Holds comments, messages and documentation to plain English: {@code plain-english.txt} lists what
 * they avoid. Identifiers, keys and quoted code are exempt.
 */
final class PlainEnglishTest {

  private static final Path ROOT = root();

  /** Text blocks, strings, characters and comments. */
  private static final Pattern JAVA =
      Pattern.compile(
          "(?s)\"\"\"[^\"\\\\]*(?:(?:\\\\.|\"(?!\"\"))[^\"\\\\]*)*\"\"\""
              + "|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)+'|//[^\n]*|/\\*.*?\\*/");

  private static final Pattern PROSE =
      Pattern.compile(
          "(?:README|CONTRIBUTING|CHANGELOG|SECURITY)\\.md|(?:docs|\\.github)/.*\\.md|action\\.yml"
              + "|(?:deploy|scripts|workloads|examples/src)/.*|.*/src/main/.*");

  /** Code and names in a comment. */
  private static final Pattern JAVADOC_CODE =
      Pattern.compile("\\{@(?:code|link|linkplain|value)\\b[^}]*}|@(?:param|see|throws) \\S+");

  /** Blocks of code or output, code in a line, addresses of links. */
  private static final Pattern MARKDOWN_CODE =
      Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\n]*`|(?<=])\\([^)\n]*\\)");

  private static final Pattern YAML_KEY = Pattern.compile("(?m)^ *(?:- )?[\\w.-]+:");

  /**
   * What prose avoids.
   *
   * @param instead what to write
   */
  private record Avoided(Pattern words, String instead) {

    static Avoided of(String line) {
      int arrow = line.indexOf(" => ");
      return new Avoided(
          Pattern.compile(
              // Neither a part of a name nor a variable of a shell.
              "(?<![\\w${-])(?:" + line.substring(0, arrow) + ")(?![\\w=-])",
              Pattern.CASE_INSENSITIVE),
          line.substring(arrow + " => ".length()));
    }
  }

  @Test
  void proseIsPlain() throws IOException {
    List<Avoided> list = list();
    List<String> hits = new ArrayList<>();
    for (Path file : files()) {
      hits.addAll(hits(list, ROOT.relativize(file).toString(), Files.readString(file)));
    }
    assertThat(hits).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A.java | int told; // as it was told          | told",
        "A.java | say(\"nobody answers\");             | nobody",
        "A.java | /** Sends messages a second time. */ | ''",
        "A.java | /** Sends messages a second. */      | messages a second",
        "A.java | key(\"told\"); // {@code told}       | ''",
        "A.md   | What `tell` tells                    | tells",
        "A.yaml | told: the begin                      | the begin",
        "run.sh | # at most 5, the most recent ones    | ''",
      })
  void onlyProseIsJudged(String file, String text, String hit) throws IOException {
    List<String> hits = hits(list(), file, text);
    if (hit.isEmpty()) {
      assertThat(hits).isEmpty();
    } else {
      assertThat(hits).singleElement().asString().startsWith(file + ":1: \"" + hit + "\"");
    }
  }

  private static List<Avoided> list() throws IOException {
    return Files.readAllLines(Path.of("src", "test", "resources", "plain-english.txt")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(Avoided::of)
        .toList();
  }

  private static List<String> hits(List<Avoided> list, String file, String text) {
    List<String> lines = prose(file, text).lines().toList();
    List<String> hits = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      int number = i + 1;
      String line = lines.get(i);
      for (Avoided avoided : list) {
        avoided
            .words()
            .matcher(line)
            .results()
            .forEach(
                hit ->
                    hits.add(
                        String.format(
                            Locale.ROOT,
                            "%s:%d: \"%s\", better: %s",
                            file,
                            number,
                            hit.group(),
                            avoided.instead())));
      }
    }
    return hits;
  }

  /** The text with everything but prose blanked, lines where they were. */
  private static String prose(String file, String text) {
    if (file.endsWith(".java")) {
      return javaProse(text);
    }
    if (file.endsWith(".md")) {
      return without(MARKDOWN_CODE, text);
    }
    return file.endsWith(".yaml") ? without(YAML_KEY, text) : text;
  }

  private static String javaProse(String source) {
    StringBuilder prose = new StringBuilder(blank(source));
    JAVA.matcher(source)
        .results()
        .forEach(
            token -> {
              String text = token.group();
              boolean comment = text.startsWith("/");
              // A literal without a blank is a key or a name.
              if (comment || (text.startsWith("\"") && text.contains(" "))) {
                prose.replace(
                    token.start(), token.end(), comment ? without(JAVADOC_CODE, text) : text);
              }
            });
    return prose.toString();
  }

  private static String without(Pattern code, String text) {
    return code.matcher(text).replaceAll(match -> blank(match.group()));
  }

  private static String blank(String text) {
    return text.replaceAll("[^\n]", " ");
  }

  /** Everything whose prose a user or a maintainer reads. */
  private static List<Path> files() throws IOException {
    List<Path> files =
        ProjectFiles.below(ROOT).stream()
            .filter(file -> PROSE.matcher(ROOT.relativize(file).toString()).matches())
            .toList();
    assertThat(files).hasSizeGreaterThan(100);
    return files;
  }

  /** The directory of the whole project, wherever the tests run. */
  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(directory.resolve("mvnw"))) {
      directory = Objects.requireNonNull(directory.getParent(), "no mvnw in any directory above");
    }
    return directory;
  }
}
