package io.brokerbench.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Searches for leaked secrets in files of a command and in arguments of processes. */
public final class Leaks {

  private Leaks() {}

  /** The regular files below a directory whose bytes contain an ASCII text. */
  public static List<Path> filesWith(String text, Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).filter(file -> contains(file, text)).toList();
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Command lines of processes, separated by spaces; empty for processes that have ended.
   *
   * @param parent process that started them: a child that has not executed its program yet still
   *     has the parent's command line, and is omitted
   */
  public static List<String> argumentsOf(Collection<ProcessHandle> children, long parent) {
    String own = argumentsOf(parent);
    return children.stream()
        .map(child -> argumentsOf(child.pid()))
        .filter(arguments -> !arguments.equals(own))
        .toList();
  }

  private static String argumentsOf(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }
}
