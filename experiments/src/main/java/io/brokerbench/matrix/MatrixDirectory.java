package io.brokerbench.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.published.Reference;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.stored.VersionedFile;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a matrix: the result directories of its runs, and the index of its cells.
 *
 * @param reference published figures, if there are any
 */
public record MatrixDirectory(Path path, List<MatrixCell> cells, Optional<Reference> reference) {

  /** Name of the file with what runs with a budget took so far. */
  private static final String SPENT = "budget-spent.txt";

  /** Name of the file with the line on what a budget left out. */
  private static final String DROPPED = "budget-dropped.txt";

  private static final String INDEX = "matrix.json";
  private static final int SCHEMA_VERSION = 2;

  /** Of its references, rows have one figure, the rate. */
  private static final int OLDEST_VERSION = 1;

  /**
   * The content of {@value #INDEX}.
   *
   * @param name name of the workload
   * @param identity hash of everything that makes figures comparable
   * @param reference published figures; null if there are none
   */
  record Index(
      int schemaVersion,
      String name,
      String identity,
      @JsonInclude(Include.NON_EMPTY) List<MatrixCell> cells,
      @JsonInclude(Include.NON_NULL) @Nullable Reference reference) {

    @SuppressWarnings("NullAway") // Jackson passes null for a field that the file lacks.
    Index {
      cells = cells == null ? List.of() : List.copyOf(cells);
    }

    static Index read(Path directory) throws BadInputException {
      return VersionedFile.read(
          directory.resolve(INDEX), OLDEST_VERSION, SCHEMA_VERSION, Index.class);
    }

    /** Writes the file in the current schema version, with these published figures. */
    void write(Path directory, Optional<Reference> published) throws IOException {
      VersionedFile.write(
          directory.resolve(INDEX),
          new Index(SCHEMA_VERSION, name, identity, cells, published.orElse(null)));
    }
  }

  /**
   * Returns the latest unfinished directory of the same matrix, or creates a new one.
   *
   * @param parent directory that is created if missing
   * @param name name of the workload
   * @param identity hash of everything that makes figures comparable; a different one is a
   *     different matrix
   * @param reference published figures, which replace those of an unfinished directory
   * @throws IOException if it cannot be created
   */
  public static MatrixDirectory resumeOrCreate(
      Path parent,
      String name,
      String identity,
      List<MatrixCell> cells,
      Optional<Reference> reference,
      Instant now)
      throws IOException {
    RunsDirectory runs =
        RunsDirectory.resumeOrCreate(
            parent, name, unfinished -> identityIn(unfinished).equals(Optional.of(identity)), now);
    MatrixDirectory created = new MatrixDirectory(runs.path(), cells, reference);
    new Index(SCHEMA_VERSION, name, identity, cells, null).write(created.path(), reference);
    return created;
  }

  /**
   * Replaces the published figures of a matrix, which are not part of its results: they may be
   * corrected after the runs.
   *
   * @throws BadInputException if it is not the directory of a matrix
   * @throws IOException if it cannot be written
   */
  public static void publish(Path path, Optional<Reference> reference)
      throws BadInputException, IOException {
    Index.read(path).write(path, reference);
  }

  public static boolean is(Path path) {
    return Files.exists(path.resolve(INDEX));
  }

  /** The identity of the matrix in a directory; empty if it cannot be read. */
  public static Optional<String> identityIn(Path path) {
    try {
      return Optional.ofNullable(Index.read(path).identity());
    } catch (BadInputException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads the directory of a matrix.
   *
   * @throws BadInputException if it is not the directory of a matrix
   */
  public static MatrixDirectory read(Path path) throws BadInputException {
    Index index = Index.read(path);
    return new MatrixDirectory(path, index.cells(), Optional.ofNullable(index.reference()));
  }

  /**
   * The finished runs of a cell, oldest first; without those cut short by a signal.
   *
   * @throws BadInputException if one cannot be read
   */
  public List<StoredRun> runs(MatrixCell cell) throws BadInputException {
    return new RunsDirectory(path).runs(cell.name());
  }

  /**
   * What runs with a budget took so far.
   *
   * @throws BadInputException if the file with it cannot be read
   */
  Budget.Spent spent() throws BadInputException {
    Path file = path.resolve(SPENT);
    if (!Files.exists(file)) {
      return Budget.Spent.NOTHING;
    }
    try {
      String[] parts = Files.readString(file).strip().split(" ", -1);
      double seconds = Double.parseDouble(parts[0]);
      // A file of an earlier release has nothing else.
      return parts.length < 3
          ? new Budget.Spent(seconds, 0, 0)
          : new Budget.Spent(seconds, Double.parseDouble(parts[1]), Integer.parseInt(parts[2]));
    } catch (IOException | NumberFormatException e) {
      throw new BadInputException(
          Text.of(
              "%s: must be seconds, seconds of ended runs, and their number: %s",
              file, e.getMessage()));
    }
  }

  /** Keeps what runs with a budget took so far, for a process that continues. */
  void keepSpent(Budget.Spent spent) throws IOException {
    DurableFile.write(
        path.resolve(SPENT),
        Text.of("%.0f %.0f %d\n", spent.seconds(), spent.endedSeconds(), spent.runs()));
  }

  /**
   * What a budget left out, in one line; empty if nothing.
   *
   * @throws BadInputException if the file with it cannot be read
   */
  Optional<String> dropped() throws BadInputException {
    Path file = path.resolve(DROPPED);
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", file, Causes.line(e)));
    }
  }

  /** Keeps what a budget left out. */
  void keepDropped(String line) throws IOException {
    DurableFile.write(path.resolve(DROPPED), line + "\n");
  }

  /** Forgets what an earlier process left out. */
  void forgetDropped() throws IOException {
    Files.deleteIfExists(path.resolve(DROPPED));
  }

  /** Gives the directory the name that marks it as complete. */
  public MatrixDirectory finish() throws IOException {
    return new MatrixDirectory(new RunsDirectory(path).finish().path(), cells, reference);
  }
}
