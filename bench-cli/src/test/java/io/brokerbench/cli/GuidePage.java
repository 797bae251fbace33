package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The pages of the documentation that show commands. A command is a line of a {@code bash} block,
 * or several that end in a backslash; a {@code yaml} block whose first line is {@code # NAME.yaml}
 * is a file of that name.
 */
final class GuidePage {

  private static final Path ROOT = Path.of("..");
  private static final String FENCE = "```";

  private GuidePage() {}

  /**
   * A command of a page.
   *
   * @param page its path from the root
   * @param line its number, from 1
   */
  record Command(String page, int line, String text) {

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s:%d: %s", page, line, text);
    }
  }

  /**
   * A block of code.
   *
   * @param line number of its first line, from 1
   */
  private record Block(String page, int line, String language, List<String> lines) {}

  /** All commands, in the order of the pages. */
  static List<Command> commands() throws IOException {
    List<Command> commands = new ArrayList<>();
    for (Block block : blocks()) {
      if (!block.language().equals("bash")) {
        assertThat(block.lines())
            .as("%s:%d: commands are in bash blocks", block.page(), block.line())
            .noneMatch(line -> line.matches("(?:\\./|\\.ci/|scripts/).*"));
        continue;
      }
      String before = "";
      for (int i = 0; i < block.lines().size(); i++) {
        String text = before + block.lines().get(i).strip();
        boolean goesOn = text.endsWith("\\");
        before = goesOn ? text.substring(0, text.length() - 1) : "";
        if (!goesOn && !text.isEmpty() && !text.startsWith("#")) {
          commands.add(new Command(block.page(), block.line() + i, text));
        }
      }
    }
    return commands;
  }

  /** Text of the files by their name. */
  static Map<String, String> files() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    for (Block block : blocks()) {
      String first = block.lines().isEmpty() ? "" : block.lines().get(0);
      if (first.matches("# [\\w-]+\\.(yaml|csv)") && first.endsWith("." + block.language())) {
        files.put(first.substring(2), String.join("\n", block.lines()) + "\n");
      }
    }
    return files;
  }

  /** Texts of the blocks of a language. */
  static List<String> blocks(String language) throws IOException {
    return blocks().stream()
        .filter(block -> block.language().equals(language))
        .map(block -> String.join("\n", block.lines()))
        .toList();
  }

  private static List<Block> blocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path page : pages()) {
      List<String> lines = Files.readAllLines(page);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).startsWith(FENCE)) {
          String language = lines.get(i).substring(FENCE.length());
          List<String> block =
              lines.subList(i + 1, lines.size()).stream()
                  .takeWhile(line -> !line.equals(FENCE))
                  .toList();
          blocks.add(new Block(ROOT.relativize(page).toString(), i + 2, language, block));
          i += block.size() + 1;
        }
      }
    }
    return blocks;
  }

  /** The pages whose commands {@link GuideIT} covers. */
  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String page : List.of("README.md", "CONTRIBUTING.md", "docs/PERFORMANCE.md")) {
      pages.add(ROOT.resolve(page));
    }
    for (String directory : List.of("guide", "findings", "method")) {
      try (Stream<Path> files = Files.list(ROOT.resolve("docs").resolve(directory))) {
        files.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }
}
