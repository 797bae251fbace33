package io.brokerbench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Permissions of files that hold secrets. */
public final class PrivateFile {

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private PrivateFile() {}

  /**
   * Whether only its owner may read or change a file; true where the file system has no
   * permissions.
   */
  public static boolean is(Path file) throws IOException {
    return !file.getFileSystem().supportedFileAttributeViews().contains("posix")
        || Collections.disjoint(Files.getPosixFilePermissions(file), OF_OTHERS);
  }
}
