package io.brokerbench.serve;

import io.brokerbench.clock.Clock;
import io.brokerbench.night.Night;
import io.brokerbench.reports.ResultKind;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.stored.RunsDirectory;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * All results below a directory, kept in memory. A thread of its own reads them when they are asked
 * for, and then what has changed, at most once per second. Thread-safe.
 */
final class Catalog implements AutoCloseable {

  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Levels of directories: publication, experiment, run, and some of the user's own. */
  private static final int DEEPEST = 6;

  /**
   * The state of the catalog.
   *
   * @param version changes with the rows; 0 until all results have been read
   * @param done results read so far
   * @param total results to read
   * @param rows the rows, in no order; null if the asker has this version of them
   */
  record State(long version, int done, int total, @Nullable Collection<ResultRow> rows) {

    /** The state for an asker who has a version. */
    State since(long known) {
      return known == version ? new State(version, done, total, null) : this;
    }
  }

  private record Known(Look look, ResultRow row) {}

  /**
   * What is known of a directory without reading it; results are read again when this changes.
   *
   * @param named whether it has the name of a result
   * @param night whether it is a matrix that is that of a night
   * @param changed time of the last change of what is read, milliseconds since 1970; 0 if unknown
   * @param bytes size of {@code run.json}; 0 without it
   * @param running whether a run has no result yet and wrote a second recently
   */
  record Look(
      ResultKind kind, boolean named, boolean night, long changed, long bytes, boolean running) {

    /** A run under load writes every second; its audit may take a while. */
    private static final Duration SILENCE_OF_A_RUN = Duration.ofMinutes(1);

    static Look at(Path directory, Instant now) {
      ResultKind kind = ResultKind.of(directory);
      boolean run = kind == ResultKind.RUN;
      BasicFileAttributes about = attributes(run ? directory.resolve(RunFile.NAME) : directory);
      return new Look(
          kind,
          RunsDirectory.startIn(RunsDirectory.fileName(directory)).isPresent(),
          kind == ResultKind.MATRIX && Files.exists(directory.resolve(Night.FILE)),
          about == null ? 0 : about.lastModifiedTime().toMillis(),
          !run || about == null ? 0 : about.size(),
          run && isRunning(directory, now));
    }

    private static boolean isRunning(Path directory, Instant now) {
      if (new RunsDirectory(directory).complete()) {
        return false;
      }
      BasicFileAttributes rows = attributes(directory.resolve(IntervalColumn.FILE));
      return rows != null
          && rows.lastModifiedTime().toInstant().plus(SILENCE_OF_A_RUN).isAfter(now);
    }

    private static @Nullable BasicFileAttributes attributes(Path path) {
      try {
        return Files.readAttributes(path, BasicFileAttributes.class);
      } catch (IOException e) {
        return null;
      }
    }

    /** The kind in a word; empty if it is none of a result. */
    String word() {
      return night ? "night" : kind == ResultKind.OTHER ? "" : kind.label();
    }
  }

  private final ServedDirectory results;
  private final Clock clock;
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "serve-reader"));
  private final SortedMap<String, Known> known = new TreeMap<>();
  private volatile State state = new State(0, 0, 0, List.of());
  private boolean reading;
  private long lastNanos;

  Catalog(ServedDirectory results, Clock clock) {
    this.results = results;
    this.clock = clock;
    this.lastNanos = clock.nanoTime() - REST_NANOS;
  }

  /** The state so far; changes since then, at first all results, come with a later call. */
  synchronized State state() {
    if (!reading && clock.nanoTime() - lastNanos >= REST_NANOS && !reader.isShutdown()) {
      reading = true;
      reader.execute(this::refresh);
    }
    return state;
  }

  private void refresh() {
    try {
      read();
    } finally {
      synchronized (this) {
        lastNanos = clock.nanoTime();
        reading = false;
      }
    }
  }

  private void read() {
    Map<String, Look> found = new HashMap<>();
    find(results.root(), "", 0, clock.now(), found);
    boolean changed = known.keySet().retainAll(found.keySet()) || state.version == 0;
    int done = 0;
    for (Map.Entry<String, Look> each : found.entrySet()) {
      if (Thread.interrupted()) {
        return;
      }
      String path = each.getKey();
      Known before = known.get(path);
      if (before == null || !before.look.equals(each.getValue())) {
        ResultRow row = ResultRow.read(results, path, each.getValue());
        known.put(path, new Known(each.getValue(), row));
        changed = true;
      }
      done++;
      state = new State(state.version, done, found.size(), state.rows);
    }
    if (changed) {
      state = new State(state.version + 1, done, done, rows());
    }
  }

  /**
   * Finds results without following symbolic links.
   *
   * @return whether there is any
   */
  private boolean find(
      Path directory, String path, int depth, Instant now, Map<String, Look> found) {
    Look look = Look.at(directory, now);
    boolean any = false;
    if (look.kind() != ResultKind.RUN && depth < DEEPEST) {
      for (Path each : subdirectories(directory)) {
        String name = RunsDirectory.fileName(each);
        any |= find(each, path.isEmpty() ? name : path + "/" + name, depth + 1, now, found);
      }
    }
    boolean result = look.kind() != ResultKind.OTHER || (look.named() && !any);
    if (result) {
      found.put(path, look);
    }
    return any || result;
  }

  static List<Path> subdirectories(Path directory) {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            directory,
            entry ->
                Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                    && !RunsDirectory.fileName(entry).startsWith("."))) {
      entries.forEach(all::add);
    } catch (IOException | DirectoryIteratorException e) {
      // What is not readable, or vanishes, is not shown.
    }
    return all;
  }

  private List<ResultRow> rows() {
    return known.values().stream()
        .map(Known::row)
        .map(row -> row.isGroup() ? row.with(runsOf(row)) : row)
        .toList();
  }

  /** The runs of a group; those of its control cell are about the machine alone. */
  private List<ResultRow> runsOf(ResultRow group) {
    String below = group.path().isEmpty() ? "" : group.path() + "/";
    String control = below + RunsDirectory.CONTROL + "/";
    return known.tailMap(below).values().stream()
        .map(Known::row)
        .takeWhile(row -> row.path().startsWith(below))
        .filter(row -> !row.isGroup() && !row.path().startsWith(control))
        .toList();
  }

  /** Ends the thread, which may still read one result. */
  @Override
  public void close() {
    reader.shutdownNow();
  }
}
