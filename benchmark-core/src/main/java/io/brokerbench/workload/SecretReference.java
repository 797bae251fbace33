package io.brokerbench.workload;

import io.brokerbench.file.PrivateFile;
import io.brokerbench.units.Text;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The source of a secret: {@code env:NAME} is an environment variable, {@code file:PATH} the
 * content of a file that only its owner may read, {@code prompt:NAME} an answer typed on the
 * terminal. Results and commands show the reference, so that they can be run again as they are.
 */
final class SecretReference {

  /**
   * System properties with the answers of prompts: a process asks once, and hands them over to the
   * processes that it starts.
   */
  static final String ANSWER = "brokerbench.answer.";

  private static final String ENVIRONMENT = "env:";
  private static final String FILE = "file:";
  private static final String PROMPT = "prompt:";
  private static final List<String> KINDS = List.of(ENVIRONMENT, FILE, PROMPT);
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final long MAX_BYTES = 65_536;

  private SecretReference() {}

  /** Whether a value is a reference rather than a secret. */
  static boolean is(String value) {
    String name = name(value);
    return value.startsWith(FILE) ? !name.isBlank() : isKind(value) && NAME.matcher(name).matches();
  }

  /** Whether a value refers to an answer typed on the terminal. */
  static boolean isTyped(String value) {
    return value.startsWith(PROMPT);
  }

  private static boolean isKind(String value) {
    return KINDS.stream().anyMatch(value::startsWith);
  }

  private static String name(String value) {
    return value.substring(value.indexOf(':') + 1);
  }

  /**
   * The secret that a value refers to, or the value itself if it is not a reference.
   *
   * @param key setting that the secret is for
   * @param environment environment variables
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
   */
  static String resolve(String key, String value, Map<String, String> environment) {
    if (!isKind(value)) {
      return value;
    }
    if (!is(value)) {
      throw new IllegalArgumentException(
          "must be env: and the name of an environment variable, file: and a path, or prompt: and a"
              + " name");
    }
    String name = name(value);
    return switch (value.substring(0, value.indexOf(':') + 1)) {
      case ENVIRONMENT -> variable(name, environment.get(name));
      case FILE -> content(name);
      default -> answer(key, name);
    };
  }

  private static String variable(String name, @Nullable String found) {
    if (found == null || found.isEmpty()) {
      throw new IllegalArgumentException(
          Text.of(
              "refers to the environment variable %s, which is %s",
              name, found == null ? "not set" : "empty"));
    }
    return found;
  }

  private static String content(String name) {
    try {
      Path file = Path.of(name);
      if (!Files.isRegularFile(file)) {
        throw new IllegalArgumentException(
            Text.of("refers to the file %s, which is not there", name));
      }
      if (!PrivateFile.is(file)) {
        throw new IllegalArgumentException(
            Text.of(
                "refers to the file %1$s, which others may read or change; first run chmod 600 %1$s",
                file));
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException(
            Text.of("refers to the file %s, which has more than %,d bytes", name, MAX_BYTES));
      }
      String content = Files.readString(file).replaceFirst("\\R\\z", "");
      if (content.isEmpty()) {
        throw new IllegalArgumentException(Text.of("refers to the file %s, which is empty", name));
      }
      return content;
    } catch (InvalidPathException | IOException e) {
      throw new IllegalArgumentException(
          Text.of("refers to the file %s, which cannot be read: %s", name, e), e);
    }
  }

  @SuppressWarnings("SystemConsoleNull") // On JDK 22 to 24, standard input is read instead.
  private static String answer(String key, String name) {
    @Nullable String known = System.getProperty(ANSWER + name);
    if (known != null) {
      return known;
    }
    @Nullable Console console = System.console();
    char @Nullable [] typed = console == null ? null : console.readPassword("%s (%s): ", name, key);
    if (typed == null || typed.length == 0) {
      throw new IllegalArgumentException(
          Text.of(
              "refers to a prompt, and %s; without a terminal, use env:NAME or file:PATH",
              console == null ? "there is no terminal" : "the answer was empty"));
    }
    String answer = new String(typed);
    System.setProperty(ANSWER + name, answer);
    return answer;
  }
}
