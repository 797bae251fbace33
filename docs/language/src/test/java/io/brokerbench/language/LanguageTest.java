package io.brokerbench.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.languagetool.JLanguageTool;
import org.languagetool.Languages;
import org.languagetool.markup.AnnotatedText;
import org.languagetool.markup.AnnotatedTextBuilder;
import org.languagetool.rules.RuleMatch;
import org.languagetool.rules.spelling.SpellingCheckRule;

/** Checks the documentation, the help of the commands and their messages with LanguageTool. */
final class LanguageTest {

  private static final Path ROOT = Path.of("..", "..");

  /** Characters around a report that are shown with it. */
  private static final int CONTEXT = 30;

  /** Rules that do not fit, with the reason. */
  private static final Map<String, String> OFF =
      Map.of(
          "WHITESPACE_RULE", "the markup that is left out leaves blanks",
          "CONSECUTIVE_SPACES", "the markup that is left out leaves blanks",
          "UPPERCASE_SENTENCE_START", "cells of tables and items of lists start in lower case",
          "LC_AFTER_PERIOD", "names of settings and figures contain periods",
          "A_INFINITIVE", "a send is an operation of a client",
          "PREPOSITION_VERB", "a confirm is a frame of AMQP",
          "FILE_EXTENSIONS_CASE", "formats are values of a flag",
          "DOUBLE_PUNCTUATION", "1000/s..5000/s is a notation of the settings",
          "ENGLISH_WORD_REPEAT_BEGINNING_RULE", "rows of a table start alike");

  /** What is not prose: code and its names, addresses, lines of tables. */
  private static final Pattern MARKUP =
      Pattern.compile(
          "(?ms)^ *```.*?^ *```$\\n?|<!--.*?-->|`[^`\\n]*`|!?\\[|\\]\\([^)\\n]*\\)|^\\[[^\\]]+\\]: .*$"
              + "|\\b\\w*[a-z][A-Z]\\w*|\\]\\[[^\\]]*\\]|\\]|\\*\\*|(?<!\\w)\\*|\\*(?!\\w)|^#+ |^ *- |^ *\\d+\\. |^> |&lt;"
              + "|^\\|[-|: ]+\\|$|\\||<[^>\\n]+>");

  /** A line of the help with the name of a flag or a command, and its description. */
  private static final Pattern DESCRIBED = Pattern.compile(" {2,}\\S.*? {2,}(\\S.*)| {2,}-.*()");

  private static final Pattern PARAGRAPH = Pattern.compile("\\||#+ ?|-|\\d+\\.|>|```.*", Pattern.DOTALL);

  private static final Pattern MAIN = Pattern.compile(".*/src/main/java/.*\\.java");

  /** String literals, also concatenated ones, with names or calls between them. */
  private static final Pattern LITERALS =
      Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*(?:[\\w.]+(?:\\(\\))?\\s*\\+\\s*)?\"(?:[^\"\\\\\n]|\\\\.)*\")*");

  private static final Pattern WORDS = Pattern.compile("(?:[A-Za-z]{2,},? ){3}");

  /** Regular expressions, pages, commands. */
  private static final Pattern CODE = Pattern.compile("[{}<>\\[\\]^$=|\\\\]|\\(\\?|--");

  private final JLanguageTool tool =
      new JLanguageTool(Languages.getLanguageForShortCode("en-US"));

  LanguageTest() throws IOException {
    tool.disableRules(List.copyOf(OFF.keySet()));
    List<String> words = Files.readAllLines(Path.of("words.txt"));
    tool.getAllActiveRules().stream()
        .filter(SpellingCheckRule.class::isInstance)
        .forEach(rule -> ((SpellingCheckRule) rule).addIgnoreTokens(words));
  }

  @Test
  void nothingIsReported() throws IOException {
    List<String> reports = new ArrayList<>();
    for (Path page : pages()) {
      String name = ROOT.relativize(page).toString();
      String text = Files.readString(page);
      reports.addAll(reports(name, name.endsWith("commands.md") ? help(text) : text));
    }
    assertEquals("", String.join("\n", reports));
  }

  @Test
  void noMessageIsReported() throws IOException {
    List<String> reports = new ArrayList<>();
    for (Path source : sources()) {
      String messages = messages(Files.readString(source));
      reports.addAll(reports(ROOT.relativize(source).toString(), messages));
    }
    assertEquals("", String.join("\n", reports));
  }

  @Test
  void mistakesAreReported() throws IOException {
    assertFalse(reports("a.md", "This are a sentence.").isEmpty());
    assertFalse(reports("a.md", "| A cell | with a mispelled word |").isEmpty());
    String wrong = "fail(\"%s: the file %s \"\n + \"have no lines\");";
    assertFalse(reports("A.java", messages(wrong)).isEmpty());
  }

  /** Without pages of figures, which are generated from results. */
  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> root = Files.list(ROOT)) {
      return Stream.concat(docs, root)
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.startsWith(ROOT.resolve("docs/publications")))
          .sorted()
          .toList();
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(file -> MAIN.matcher(file.toString()).matches()).sorted().toList();
    }
  }

  /** Literals of a few words or more, each a paragraph; values are replaced by words. */
  private static String messages(String source) {
    StringBuilder text = new StringBuilder();
    Matcher literals = LITERALS.matcher(source.replaceAll("(?m)^ *(?://|/?\\*).*$", ""));
    while (literals.find()) {
      String message =
          literals
              .group()
              .replaceAll("\"\\s*\\+\\s*\"|^\"|\"$", "")
              .replaceAll("\"\\s*\\+[^\"]*\\+\\s*\"", "Peter")
              .replaceAll("^[,;:.) ]+", "")
              .replaceAll("[, ]$", " Peter")
              .replaceAll("\\\\n|%n", ".\n\n")
              .replaceAll("%%", "percent")
              .replaceAll("(?:%s|[\\w-]+)(?:[.:](?:%s|[\\w-]+))+", "%s")
              .replaceAll("%\\d\\$s", "%s")
              .replaceAll("%s(?=[a-z])", "Peter ")
              .replaceAll("%s", "Peter")
              .replaceAll("Peter(?: Peter)+", "Peter")
              .replaceAll("%[-+,.\\d]*[a-z]", "7");
      if (WORDS.matcher(message).find() && !CODE.matcher(message).find()) {
        text.append(message.strip()).append(".\n\n");
      }
    }
    return text.toString();
  }

  /** Descriptions in the help, each a paragraph: without synopsis, names of flags and examples. */
  private static String help(String page) {
    StringBuilder text = new StringBuilder();
    boolean synopsis = false;
    for (String line : page.split("\n", -1)) {
      Matcher described = DESCRIBED.matcher(line);
      synopsis = line.startsWith("Usage:") || synopsis && line.startsWith("     ");
      if (synopsis || line.startsWith("```") || line.startsWith("  bench ")) {
        text.append('\n');
      } else if (described.matches()) {
        text.append("\n\n").append(described.group(1));
      } else {
        text.append(line.matches(" {20,}.*") ? " " + line.strip() : "\n" + line.strip());
      }
    }
    return text.toString();
  }

  private List<String> reports(String name, String text) throws IOException {
    List<String> reports = new ArrayList<>();
    for (RuleMatch match : tool.check(prose(text))) {
      long line = text.substring(0, match.getFromPos()).lines().count();
      reports.add(
          String.format(
              Locale.ROOT,
              "%s:%d: \"%s\" in \"%s\" (%s), better: %s",
              name,
              line,
              text.substring(match.getFromPos(), match.getToPos()),
              text.substring(
                      Math.max(0, match.getFromPos() - CONTEXT),
                      Math.min(text.length(), match.getToPos() + CONTEXT))
                  .replaceAll("\\s+", " "),
              match.getRule().getId(),
              match.getSuggestedReplacements().stream().limit(3).toList()));
    }
    return reports;
  }

  private static AnnotatedText prose(String text) {
    AnnotatedTextBuilder prose = new AnnotatedTextBuilder();
    int end = 0;
    Matcher markup = MARKUP.matcher(text);
    while (markup.find()) {
      prose.addText(text.substring(end, markup.start()));
      prose.addMarkup(markup.group(), meaning(markup.group()));
      end = markup.end();
    }
    prose.addText(text.substring(end));
    return prose.build();
  }

  /** Code is a name that takes the same article; a cell of a table is a paragraph. */
  private static String meaning(String markup) {
    if (markup.matches("`[^\n]+`")) {
      return markup.matches("(?i)`[aeio].*") ? "Anna" : "Peter";
    }
    if (markup.matches("\\w+")) {
      return markup.matches("(?i)[aeio].*") ? "Otto" : "Maria";
    }
    return PARAGRAPH.matcher(markup.strip()).matches() ? "\n\n" : "";
  }
}
