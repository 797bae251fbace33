package io.brokerbench.file;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks for write access by writing: permissions do not suffice, because root has all of them,
 * also on a file system that is mounted read-only.
 */
public final class WriteAccess {

  private static final String PREFIX = ".brokerbench-";

  private WriteAccess() {}

  /** Whether files and directories can be created in a directory. */
  public static boolean toDirectory(Path directory) {
    try {
      Files.delete(Files.createTempDirectory(directory, PREFIX));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether a regular file can be created or replaced in the way of {@link DurableFile}. */
  public static boolean toFile(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    boolean replaceable = !Files.exists(file) || Files.isRegularFile(file);
    return directory != null && replaceable && toDirectory(directory);
  }

  /** Why the file that a flag names cannot be written, in one line; empty if it can. */
  public static Optional<String> problem(String flag, Path file) {
    return toFile(file)
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s: %s cannot be written; name a file in a directory that exists and is writable",
                flag, file));
  }

  /** The path itself, or the nearest directory above it that exists. */
  public static @Nullable Path nearestExisting(Path path) {
    @Nullable Path existing = path.toAbsolutePath().normalize();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }
}
