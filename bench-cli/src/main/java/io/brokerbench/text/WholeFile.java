package io.brokerbench.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all. */
public final class WholeFile {

  private WholeFile() {}

  /** Whether it can be written, or most probably so: asked before anybody waits for its content. */
  public static boolean canBeWritten(Path file) {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || (Files.exists(file) && !Files.isRegularFile(file))) {
      return false;
    }
    try {
      // Tried: root is said to be able to write where no file system lets anybody.
      Files.delete(Files.createTempFile(directory, ".brokerbench-", ".tmp"));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Writes the text in UTF-8, over what was there. */
  public static void write(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      throw new IOException("is a directory");
    }
    Path temporary = directory.resolve(file.getFileName() + ".tmp");
    try {
      Files.writeString(temporary, text);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
