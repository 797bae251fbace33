package io.brokerbench.run;

import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The brokers' logs next to the result of a run in which something failed. */
final class SavedLogs {

  /** A broker may go on after this error, without the thread or the buffer that it needed. */
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("java\\.lang\\.OutOfMemoryError: .+");

  private SavedLogs() {}

  /**
   * Saves the logs.
   *
   * @return the first lack of memory in the logs of each node, one line each; unreadable logs are
   *     skipped
   */
  static List<String> save(Cluster cluster, Path directory) {
    cluster.saveLogs(directory);
    Map<String, String> errors = new TreeMap<>();
    for (Path file : files(directory)) {
      String node = directory.relativize(file).getName(0).toString();
      outOfMemory(file).ifPresent(error -> errors.putIfAbsent(node, error));
    }
    return errors.entrySet().stream()
        .map(error -> Text.of("the log of %s has: %s", error.getKey(), error.getValue()))
        .toList();
  }

  private static Optional<String> outOfMemory(Path file) {
    // ISO 8859-1 decodes every byte, so no content of a log ends the reading.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines
          .map(OUT_OF_MEMORY::matcher)
          .filter(Matcher::find)
          .map(Matcher::group)
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** The files below a directory; none if it was not made, as for a cluster without nodes. */
  private static List<Path> files(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }
}
