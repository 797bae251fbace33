package io.brokerbench.command;

import java.util.regex.Pattern;

/** Words of the command lines that are shown to be used in a shell. */
public final class ShellWords {

  /** Characters that have no meaning of their own within a word. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

  private ShellWords() {}

  /** The word as it is typed: in quotes if a shell would not take it as one word, unchanged. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
