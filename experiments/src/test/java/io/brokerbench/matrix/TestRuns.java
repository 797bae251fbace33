package io.brokerbench.matrix;

import io.brokerbench.results.RunFile;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.PartialRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs that a test describes. */
public final class TestRuns {

  private TestRuns() {}

  /**
   * A run in the directory {@code run}.
   *
   * @param partial fields of {@code run.json} of schema version 1
   */
  public static StoredRun read(String partial) {
    try {
      Path file = Files.createTempFile("brokerbench-", ".json");
      try {
        Files.writeString(file, PartialRun.complete(partial));
        return new StoredRun(Path.of("run"), RunFile.read(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
