package io.brokerbench.matrix;

import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.published.Reference;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The directory of a matrix: the result directories of its runs, and the index of its cells.
 *
 * @param path the directory
 * @param cells all cells to run
 * @param reference published figures, if there are any
 */
public record MatrixDirectory(Path path, List<MatrixCell> cells, Optional<Reference> reference) {

  /** Name of the file with the seconds that runs with a budget took so far. */
  private static final String SPENT = "budget-spent.txt";

  /** Name of the file with the line on what a budget left out. */
  private static final String DROPPED = "budget-dropped.txt";

  /**
   * Returns the latest unfinished directory of the same matrix, or creates a new one.
   *
   * @param parent directory that is created if missing
   * @param name name of the workload
   * @param identity hash of everything that makes figures comparable; a different one is a
   *     different matrix
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
            parent,
            name,
            unfinished -> MatrixIndex.identityIn(unfinished).equals(Optional.of(identity)),
            now);
    MatrixDirectory created = new MatrixDirectory(runs.path(), cells, reference);
    if (!is(created.path())) {
      MatrixIndex.of(name, identity, cells, reference).write(created.path());
    }
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
    MatrixIndex.read(path).with(reference).write(path);
  }

  /** Whether a directory is that of a matrix. */
  public static boolean is(Path path) {
    return MatrixIndex.in(path);
  }

  /** The identity of the matrix in a directory; empty if it cannot be read. */
  public static Optional<String> identityIn(Path path) {
    return MatrixIndex.identityIn(path);
  }

  /**
   * Reads the directory of a matrix.
   *
   * @throws BadInputException if it is not the directory of a matrix
   */
  public static MatrixDirectory read(Path path) throws BadInputException {
    MatrixIndex index = MatrixIndex.read(path);
    return new MatrixDirectory(
        path,
        index.cells().stream().map(MatrixIndex.Cell::cell).toList(),
        Optional.ofNullable(index.reference()));
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
   * The seconds that runs with a budget took so far; 0 before the first.
   *
   * @throws BadInputException if the file with them cannot be read
   */
  double spentSeconds() throws BadInputException {
    Path file = path.resolve(SPENT);
    try {
      return Files.exists(file) ? Double.parseDouble(Files.readString(file).strip()) : 0;
    } catch (IOException | NumberFormatException e) {
      throw new BadInputException(
          Text.of("%s: must be a number of seconds: %s", file, e.getMessage()));
    }
  }

  /** Keeps the seconds that runs with a budget took so far, for a process that continues. */
  void keepSpent(double seconds) throws IOException {
    DurableFile.write(path.resolve(SPENT), Text.of("%.0f\n", seconds));
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
