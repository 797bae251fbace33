package io.brokerbench.workload;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A file with a line for each part of a setting's value, which names it as {@code file:PATH}.
 *
 * @param name of the file
 */
record ValueFile(String name) {

  private static final String PREFIX = "file:";

  /**
   * A line of cells, which a comma, a semicolon or a tab separates. A cell may be in quotes.
   *
   * @param number of the line in the file, from 1
   */
  record Line(int number, String text) {

    List<String> cells() {
      return Arrays.stream(text.split("[,;\t]", -1)).map(Line::unquoted).toList();
    }

    private static String unquoted(String cell) {
      String bare = cell.strip();
      boolean quoted = bare.length() > 1 && bare.startsWith("\"") && bare.endsWith("\"");
      return quoted ? bare.substring(1, bare.length() - 1) : bare;
    }

    private boolean isTitles() {
      String first = cells().get(0);
      return !first.isEmpty() && Character.isLetter(first.charAt(0));
    }
  }

  /** Whether a value names a file. */
  static boolean is(String value) {
    return value.startsWith(PREFIX);
  }

  static ValueFile of(String value) {
    return new ValueFile(value.substring(PREFIX.length()).strip());
  }

  /**
   * The lines without titles in the first of them, comments and empty lines.
   *
   * @param most maximum number of lines
   * @param what a line has, in the plural
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  List<Line> lines(int most, String what) {
    List<String> all;
    try {
      all = Files.readAllLines(Path.of(name));
    } catch (InvalidPathException | IOException e) {
      throw new IllegalArgumentException(
          Text.of("refers to the file %s, which cannot be read: %s", name, e), e);
    }
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      String line = (i == 0 ? TextFile.withoutMark(all.get(i)) : all.get(i)).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        lines.add(new Line(i + 1, line));
      }
    }
    if (!lines.isEmpty() && lines.get(0).isTitles()) {
      lines.remove(0);
    }
    if (lines.isEmpty() || lines.size() > most) {
      throw new IllegalArgumentException(
          Text.of(
              "refers to the file %s, which must have from 1 to %,d %s, and has %,d",
              name, most, what, lines.size()));
    }
    return lines;
  }

  /**
   * The refusal of a line.
   *
   * @param rule completes "must be"
   */
  IllegalArgumentException refusal(Line line, String rule) {
    return new IllegalArgumentException(
        Text.of(
            "refers to the file %s, whose line %d must be %s; got \"%s\"",
            name, line.number(), rule, line.text()));
  }
}
