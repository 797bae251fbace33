package io.brokerbench.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole or not at all. */
public final class WholeFile {

  private WholeFile() {}

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
