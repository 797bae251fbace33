package io.brokerbench.workers.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that exists only while a worker is registered, for the probes of containers. */
final class ReadyFile {

  private final Path file;

  /** Removes what an earlier worker left. */
  ReadyFile(Path file) {
    this.file = file;
    vanish();
    Runtime.getRuntime().addShutdownHook(new Thread(this::vanish, "ready-file"));
  }

  void appear() {
    try {
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void vanish() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
