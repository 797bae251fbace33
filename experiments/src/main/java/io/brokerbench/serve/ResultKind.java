package io.brokerbench.serve;

import io.brokerbench.find.SearchResult;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.night.Night;
import io.brokerbench.page.RunDocument;
import io.brokerbench.reports.Publication;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.stored.RunsDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a directory holds, by its files. */
enum ResultKind {
  RUN,
  MATRIX,
  NIGHT,
  SEARCH,
  PUBLICATION,
  /** No result, but the name of one. */
  EMPTY,
  /** Any other directory, which may contain results. */
  OTHER;

  /** A run under load writes every second; its audit may take a while. */
  private static final Duration SILENCE_OF_A_RUN = Duration.ofMinutes(1);

  /**
   * What is known of a directory without reading it; results are read again when this changes.
   *
   * @param changed time of the last change of what is read, milliseconds since 1970; 0 if unknown
   * @param bytes size of {@code run.json}; 0 without it
   * @param running whether a run has no result yet and wrote a second recently
   */
  record Look(ResultKind kind, long changed, long bytes, boolean running) {}

  /** Looks at a directory. */
  static Look look(Path directory, Instant now) {
    ResultKind kind = of(directory);
    BasicFileAttributes about =
        attributes(kind == RUN ? directory.resolve(RunFile.NAME) : directory);
    return new Look(
        kind,
        about == null ? 0 : about.lastModifiedTime().toMillis(),
        kind != RUN || about == null ? 0 : about.size(),
        kind == RUN && isRunning(directory, now));
  }

  private static ResultKind of(Path directory) {
    if (RunDocument.canShow(directory)) {
      return RUN;
    }
    if (MatrixDirectory.is(directory)) {
      return Files.exists(directory.resolve(Night.FILE)) ? NIGHT : MATRIX;
    }
    if (SearchResult.in(directory)) {
      return SEARCH;
    }
    if (Publication.in(directory)) {
      return PUBLICATION;
    }
    return RunsDirectory.startIn(ResultRow.fileName(directory)).isPresent() ? EMPTY : OTHER;
  }

  private static boolean isRunning(Path directory, Instant now) {
    if (new RunsDirectory(directory).complete()) {
      return false;
    }
    BasicFileAttributes rows = attributes(directory.resolve(IntervalColumn.FILE));
    return rows != null && rows.lastModifiedTime().toInstant().plus(SILENCE_OF_A_RUN).isAfter(now);
  }

  private static @Nullable BasicFileAttributes attributes(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (IOException e) {
      return null;
    }
  }

  /** Whether it may contain further results. */
  boolean hasParts() {
    return this != RUN;
  }
}
