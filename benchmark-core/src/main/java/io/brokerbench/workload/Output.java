package io.brokerbench.workload;

import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import io.brokerbench.file.WriteAccess;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;

/**
 * Destination of the results.
 *
 * @param directory parent of the result directories
 * @param reportInterval time between console lines
 */
public record Output(Path directory, Duration reportInterval) {

  static Output read(Settings settings) {
    return new Output(
        directory(settings, "output.directory"),
        settings.duration("output.report-interval", Duration.ofSeconds(1)));
  }

  /** Whether a setting only determines where results and figures go, and nothing of the run. */
  public static boolean isKey(String key) {
    return key.startsWith("output.") || key.startsWith(LiveMetrics.PREFIX);
  }

  /** A directory that is writable, or can be created below the nearest existing one. */
  private static Path directory(Settings settings, String key) {
    String text = settings.text(key);
    Path directory = Path.of(text).toAbsolutePath().normalize();
    Path existing = WriteAccess.nearestExisting(directory);
    if (existing == null || !Files.isDirectory(existing)) {
      settings.problem(
          key, Text.of("must be a directory, but %s is a file; name another", existing));
    } else if (isReadOnlyForAll(existing) || !WriteAccess.toDirectory(existing)) {
      settings.problem(key, Text.of("must be writable, but %s is not; name another", existing));
    }
    return directory;
  }

  /**
   * Root can write everywhere, but a directory without any write permission is meant to stay
   * unchanged.
   */
  private static boolean isReadOnlyForAll(Path directory) {
    try {
      return Collections.disjoint(
          Files.getPosixFilePermissions(directory), Set.of(OWNER_WRITE, GROUP_WRITE, OTHERS_WRITE));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
