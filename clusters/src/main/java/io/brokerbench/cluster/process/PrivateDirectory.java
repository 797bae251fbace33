package io.brokerbench.cluster.process;

import io.brokerbench.record.RandomId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** A directory that only its owner can access, deleted when closed or when this process is gone. */
public final class PrivateDirectory implements AutoCloseable {

  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** Slightly longer than the guard tries to delete the remaining files. */
  private static final int GUARD_SECONDS = 15;

  private final Path path;
  private final Process guard;

  private PrivateDirectory(Path path, Process guard) {
    this.path = path;
    this.guard = guard;
  }

  /** Creates a directory with a random name. */
  public static PrivateDirectory in(Path parent) throws IOException {
    Path path = parent.toRealPath().resolve("brokerbench-" + RandomId.ofName());
    // The guard starts first, so that a kill between the two steps leaves nothing behind.
    PrivateDirectory directory = new PrivateDirectory(path, Guard.over(path));
    try {
      Files.createDirectory(path, OWNER_ALONE);
      return directory;
    } catch (IOException e) {
      directory.close();
      throw e;
    }
  }

  /** The path without symbolic links. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    Directories.delete(path);
    try {
      // The guard deletes the files that this process could not delete, if any.
      guard.getOutputStream().close();
    } catch (IOException e) {
      // The guard is gone.
    }
    guard.onExit().completeOnTimeout(guard, GUARD_SECONDS, TimeUnit.SECONDS).join();
  }
}
