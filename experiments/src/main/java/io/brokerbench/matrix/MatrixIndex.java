package io.brokerbench.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.brokerbench.file.BadInputException;
import io.brokerbench.published.Reference;
import io.brokerbench.stored.VersionedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@value #FILE}, which describes the cells of a matrix.
 *
 * @param schemaVersion schema version of the file
 * @param name name of the workload
 * @param identity hash of everything that makes figures comparable
 * @param cells all cells to run
 * @param reference published figures; null if there are none
 */
record MatrixIndex(
    int schemaVersion,
    String name,
    String identity,
    @JsonInclude(Include.NON_EMPTY) List<Cell> cells,
    @JsonInclude(Include.NON_NULL) @Nullable Reference reference) {

  private static final String FILE = "matrix.json";
  private static final int SCHEMA_VERSION = 2;

  /** Of its references, rows have one figure, the rate. */
  private static final int OLDEST = 1;

  /**
   * A cell.
   *
   * @param number number of the cell in the order of the file, from 1
   * @param name the part of the names of result directories that identifies the cell
   * @param values values by factor
   */
  record Cell(int number, String name, Map<String, String> values) {

    static Cell of(MatrixCell cell) {
      return new Cell(cell.number(), cell.name(), cell.values());
    }

    MatrixCell cell() {
      return new MatrixCell(number, values);
    }
  }

  @SuppressWarnings("NullAway") // Jackson passes null for a field that the file lacks.
  MatrixIndex {
    cells = cells == null ? List.of() : List.copyOf(cells);
  }

  /** The index of a matrix in the current schema version. */
  static MatrixIndex of(
      String name, String identity, List<MatrixCell> cells, Optional<Reference> reference) {
    return new MatrixIndex(
        SCHEMA_VERSION,
        name,
        identity,
        cells.stream().map(Cell::of).toList(),
        reference.orElse(null));
  }

  /** The same matrix with other published figures. */
  MatrixIndex with(Optional<Reference> published) {
    return new MatrixIndex(SCHEMA_VERSION, name, identity, cells, published.orElse(null));
  }

  /** Whether a directory has the file. */
  static boolean in(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /**
   * Reads the file of a directory.
   *
   * @throws BadInputException if it cannot be read, or is of another schema version
   */
  static MatrixIndex read(Path directory) throws BadInputException {
    return VersionedFile.read(directory.resolve(FILE), OLDEST, SCHEMA_VERSION, MatrixIndex.class);
  }

  /** The identity of the matrix in a directory; empty if it cannot be read. */
  static Optional<String> identityIn(Path directory) {
    try {
      return Optional.ofNullable(read(directory).identity());
    } catch (BadInputException e) {
      return Optional.empty();
    }
  }

  void write(Path directory) throws IOException {
    VersionedFile.write(directory.resolve(FILE), this);
  }
}
