package io.brokerbench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** A directory for its owner alone, deleted when it is closed or this process is gone. */
final class PrivateDirectory implements AutoCloseable {

  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** A little longer than the guard tries to delete what is left. */
  private static final int GUARD_SECONDS = 15;

  private final Path path;
  private final Process guard;

  private PrivateDirectory(Path path, Process guard) {
    this.path = path;
    this.guard = guard;
  }

  /** A new one. */
  static PrivateDirectory in(Path parent) throws IOException {
    Path path = parent.toRealPath().resolve("brokerbench-" + Secret.make().hex());
    // Before there is anything to delete: who is killed in between leaves nothing behind.
    PrivateDirectory directory = new PrivateDirectory(path, Guard.over(path));
    try {
      Files.createDirectory(path, OWNER_ALONE);
      return directory;
    } catch (IOException e) {
      directory.close();
      throw e;
    }
  }

  /** Where it is, without links. */
  Path path() {
    return path;
  }

  @Override
  public void close() {
    Directories.delete(path);
    try {
      // The guard finds nothing left to do, or does what we could not.
      guard.getOutputStream().close();
    } catch (IOException e) {
      // It is gone.
    }
    guard.onExit().completeOnTimeout(guard, GUARD_SECONDS, TimeUnit.SECONDS).join();
  }
}
