package io.brokerbench.reports;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.console.VerdictColors;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Code;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Document;
import io.brokerbench.document.Section;
import io.brokerbench.document.Table;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.FindDocument;
import io.brokerbench.find.FindTable;
import io.brokerbench.find.SearchResult;
import io.brokerbench.matrix.LoadTable;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.matrix.MatrixDocument;
import io.brokerbench.matrix.MatrixTable;
import io.brokerbench.page.RunDocument;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.published.Reference;
import io.brokerbench.published.ReferenceTable;
import io.brokerbench.runs.RunTable;
import io.brokerbench.runs.RunsDocument;
import io.brokerbench.stored.LatestResult;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The content of directories in presentable form.
 *
 * @param lines text for the console
 * @param document document for all other formats
 */
public record ReportContent(List<String> lines, Document document) {

  /**
   * Reads a publication, a matrix, a search, a run, or several runs.
   *
   * @param ceilings of the machine of a matrix
   * @throws BadInputException if there is none, if the kinds are mixed, if one cannot be read, or
   *     if there are ceilings without a matrix
   */
  public static ReportContent of(List<Path> paths, Optional<Ceilings> ceilings)
      throws BadInputException {
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        throw new BadInputException(
            Text.of("%s is %s", path, Files.exists(path) ? "no directory" : "not there"));
      }
      ResultKind kind = ResultKind.of(path);
      if (paths.size() > 1 && kind.isShownAlone()) {
        throw new BadInputException(
            Text.of(
                "%s is a %s, which is shown alone: give it as the only directory",
                path, kind.label()));
      }
    }
    if (ceilings.isPresent()
        && (paths.size() > 1 || ResultKind.of(paths.get(0)) != ResultKind.MATRIX)) {
      throw new BadInputException(
          "--ceilings: shows how close the cells of a matrix came to them; give the directory of"
              + " one matrix, or leave it out");
    }
    try {
      return of(paths.get(0), paths, ceilings);
    } catch (IOException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Prints the table of a matrix or a search and writes its page to its directory.
   *
   * @return the lines of the table
   */
  public static List<String> end(Path directory, PrintStream out)
      throws BadInputException, IOException {
    ReportContent shown = of(List.of(directory), Optional.empty());
    shown.print(out);
    out.println("results in " + directory);
    ReportFormat.HTML.write(shown.document, List.of(directory), Optional.empty(), out);
    return shown.lines;
  }

  /** Prints the lines; on a terminal their verdicts have colors. */
  public void print(PrintStream out) {
    lines.stream().map(VerdictColors.ofStandardOutput()).forEach(out::println);
  }

  private static ReportContent of(Path first, List<Path> paths, Optional<Ceilings> ceilings)
      throws BadInputException, IOException {
    return switch (paths.size() == 1 ? ResultKind.of(first) : ResultKind.OTHER) {
      case PUBLICATION -> {
        Document document = PublicationDocument.of(first).document();
        yield new ReportContent(tables(document), document);
      }
      case MATRIX -> {
        MatrixTable matrix = new MatrixTable(MatrixDirectory.read(first), ceilings);
        yield new ReportContent(matrix.lines(), MatrixDocument.of(matrix));
      }
      case SEARCH -> ofSearch(first);
      case RUN -> {
        Document document = RunDocument.of(first);
        yield new ReportContent(lines(first, document), document);
      }
      case OTHER -> {
        List<RunSet> sets = RunSet.readAll(paths);
        List<String> others = shownAlone(sets);
        List<String> lines = new ArrayList<>(RunTable.lines(sets));
        lines.addAll(others);
        yield new ReportContent(lines, RunsDocument.of(sets, others));
      }
    };
  }

  /** The finished results in these directories that have a report of their own, one line each. */
  private static List<String> shownAlone(List<RunSet> sets) throws IOException {
    List<String> lines = new ArrayList<>();
    for (RunSet set : sets) {
      try (Stream<Path> entries = Files.list(set.path())) {
        for (Path entry : entries.sorted().toList()) {
          String name = RunsDirectory.fileName(entry);
          ResultKind kind = ResultKind.of(entry);
          if (kind.isShownAlone()
              && !name.equals(LatestResult.NAME)
              && !set.unfinished().contains(name)) {
            lines.add(
                Text.of(
                    "%s: is a %s, which is shown alone: bench report %s",
                    name, kind.label(), entry));
          }
        }
      }
    }
    return lines;
  }

  private static ReportContent ofSearch(Path directory) throws BadInputException, IOException {
    SearchResult found = SearchResult.read(directory);
    Optional<LoadTable> loads = FindTable.loads(directory, found);
    List<String> lines = new ArrayList<>(FindTable.lines(found, loads));
    List<Block> blocks = new ArrayList<>();
    Optional<Reference> reference = Reference.read(directory);
    if (reference.isPresent()) {
      Optional<Table> published =
          ReferenceTable.of(FindTable.published(directory, found, reference.get())).table();
      published.map(Table::lines).ifPresent(lines::addAll);
      published.ifPresent(blocks::add);
      List<String> notes = ReferenceTable.notes(reference.get());
      lines.addAll(notes);
      notes.forEach(note -> blocks.add(new Paragraph(note)));
    }
    Optional<PlanRequest> planned = PlanRequest.read(directory);
    if (planned.isPresent()) {
      List<String> plan = FoundPlan.lines(directory, found, Optional.empty(), planned.get());
      lines.add("");
      lines.addAll(plan);
      blocks.add(new Code(String.join("\n", plan)));
    }
    return new ReportContent(lines, FindDocument.of(directory, found, loads, blocks));
  }

  /** The tables of a document, each below the title of its section. */
  private static List<String> tables(Document document) {
    List<String> lines = new ArrayList<>();
    for (Section section : document.sections()) {
      lines.add("== " + section.title());
      for (Block block : section.blocks()) {
        if (block instanceof Table table) {
          lines.addAll(table.lines());
          lines.add("");
        }
      }
    }
    return lines;
  }

  /** The row of a run; for a run without a complete result, the reasons. */
  private static List<String> lines(Path run, Document document) {
    try {
      return RunTable.lines(List.of(RunSet.read(run)));
    } catch (BadInputException e) {
      return document.headline().reasons();
    }
  }
}
