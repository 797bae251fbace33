package io.brokerbench.file;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A directory of many runs that is locked so that only this process adds runs; the lock file names
 * the process. The lock ends with the process, however that ends. Not thread-safe.
 */
public final class HeldDirectory implements AutoCloseable {

  private static final String FILE = "run.lock";

  /** Lock file in the parent, held while a directory is found, created or finished. */
  private static final String GUARD = ".brokerbench.lock";

  private static final int HOLDER = 0;
  private static final int CHILD = 1;

  private final Path parent;
  private final Path path;
  private final HeldFile lock;

  private HeldDirectory(Path parent, Path path, HeldFile lock) {
    this.parent = parent;
    this.path = path;
    this.lock = lock;
  }

  /** A step performed under the lock of the parent directory. */
  @FunctionalInterface
  public interface Step<T> {

    T run() throws IOException, BadInputException;
  }

  /**
   * Finds or creates a directory, and locks it.
   *
   * @param parent directory that is created if missing
   * @param choice returns the directory, which it creates if there is none, together with the file
   *     by which other processes recognize it as that of the same runs
   * @throws BadInputException if another process holds it
   * @throws IOException if the directory or its lock cannot be created
   */
  public static HeldDirectory take(Path parent, Step<Path> choice)
      throws IOException, BadInputException {
    Files.createDirectories(parent);
    HeldFile guard = HeldFile.await(parent.resolve(GUARD));
    try {
      Path path = choice.run();
      return new HeldDirectory(parent, path, lock(path));
    } finally {
      guard.close();
    }
  }

  private static HeldFile lock(Path path) throws IOException, BadInputException {
    Path file = path.resolve(FILE);
    Optional<HeldFile> lock = HeldFile.ofByte(file, HOLDER);
    if (lock.isEmpty()) {
      throw new BadInputException(
          Text.of(
              "%s is being run by %s; wait until it has ended, or choose another directory",
              path, Files.readString(file).strip()));
    }
    HeldFile held = lock.get();
    if (!held.isFree(CHILD)) {
      held.release();
      throw new BadInputException(
          Text.of(
              "%s: the last run of %s, which was killed, has not ended yet; try again in a minute",
              path, Files.readString(file).strip()));
    }
    held.write(self() + "\n");
    return held;
  }

  private static String self() {
    ProcessHandle process = ProcessHandle.current();
    Instant start = process.info().startInstant().orElseGet(Instant::now);
    return Text.of(
        "process %d on %s, started at %s",
        process.pid(), host(), start.truncatedTo(ChronoUnit.SECONDS));
  }

  private static String host() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return System.getenv().getOrDefault("HOSTNAME", "this host");
    }
  }

  public Path path() {
    return path;
  }

  /** The file that a child process must lock with {@link #join} while it runs. */
  public Path file() {
    return path.resolve(FILE);
  }

  /**
   * Keeps other processes from continuing the directory until this process, a child of its holder,
   * has ended, even if the holder was killed.
   *
   * @return the lock, which must stay reachable for that time
   */
  public static Object join(Path file) throws IOException {
    return HeldFile.ofByte(file, CHILD);
  }

  /**
   * Releases the directory and performs the step that finishes it, such as giving it its final
   * name. Until the step has ended, other processes wait before they look for a directory in the
   * same parent.
   */
  public <T> T finish(Step<T> step) throws IOException, BadInputException {
    return guarded(
        parent,
        () -> {
          lock.close();
          return step.run();
        });
  }

  /** Performs a step while no other process performs one in the same directory, which exists. */
  public static <T> T guarded(Path directory, Step<T> step) throws IOException, BadInputException {
    HeldFile guard = HeldFile.await(directory.resolve(GUARD));
    try {
      return step.run();
    } finally {
      guard.close();
    }
  }

  /**
   * Releases the directory; has no effect after {@link #finish}. The lock file remains for the next
   * process: this one may be ending, and must not start a deletion that it cannot complete.
   */
  @Override
  public void close() throws IOException {
    lock.release();
  }
}
