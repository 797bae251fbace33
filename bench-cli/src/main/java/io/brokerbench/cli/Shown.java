package io.brokerbench.cli;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.document.Document;
import io.brokerbench.find.Findings;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.page.RunDocument;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What directories hold, to be shown.
 *
 * @param lines for a console
 * @param document for everything else
 */
record Shown(List<String> lines, Document document) {

  /**
   * Reads a matrix, a search, a run, or runs.
   *
   * @throws BadInputException if there is none, if they are of several kinds, or if one cannot be
   *     read
   */
  static Shown of(List<Path> paths, Optional<Ceilings> ceilings) throws BadInputException {
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        throw new BadInputException(
            String.format(
                Locale.ROOT, "%s is %s", path, Files.exists(path) ? "no directory" : "not there"));
      }
      if (paths.size() > 1 && (MatrixDirectory.is(path) || Findings.in(path))) {
        throw new BadInputException(
            String.format(
                Locale.ROOT,
                "%s is a %s, which is shown alone: give it as the only directory",
                path,
                MatrixDirectory.is(path) ? "matrix" : "search"));
      }
    }
    try {
      return of(paths.get(0), paths, ceilings);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  /** The last words of a matrix or a search: its table, and its page beside its runs. */
  static void end(Path directory, PrintStream out) throws BadInputException, IOException {
    Shown shown = of(List.of(directory), Optional.empty());
    shown.lines.forEach(out::println);
    out.println("results in " + directory);
    ReportFormat.HTML.write(shown.document, List.of(directory), Optional.empty(), out);
  }

  private static Shown of(Path first, List<Path> paths, Optional<Ceilings> ceilings)
      throws BadInputException, IOException {
    if (MatrixDirectory.is(first)) {
      MatrixTable matrix = MatrixTable.of(MatrixDirectory.read(first), ceilings);
      return new Shown(matrix.lines(), MatrixDocument.of(matrix));
    }
    if (Findings.in(first)) {
      Findings found = Findings.read(first);
      Optional<LoadTable> loads = LoadTable.of(first, found);
      return new Shown(FindTable.lines(found, loads), FindDocument.of(first, found, loads));
    }
    if (paths.size() == 1 && RunDocument.canShow(first)) {
      Document document = RunDocument.of(first);
      return new Shown(lines(first, document), document);
    }
    List<RunSet> sets = new ArrayList<>();
    for (Path path : paths) {
      sets.add(RunSet.read(path));
    }
    return new Shown(RunTable.lines(sets), RunsDocument.of(sets));
  }

  /** A row; of a run without a whole result, what is missing. */
  private static List<String> lines(Path run, Document document) {
    try {
      return RunTable.lines(List.of(RunSet.read(run)));
    } catch (BadInputException e) {
      return document.headline().reasons();
    }
  }
}
