package io.brokerbench.junit;

import io.brokerbench.compare.Comparer;
import io.brokerbench.compare.Comparison;
import io.brokerbench.compare.ComparisonDocument;
import io.brokerbench.compare.ComparisonTable;
import io.brokerbench.document.HtmlPage;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.statistics.Conclusion.Kind;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/** Assertions on repeated runs. */
public final class RunsAssert extends AbstractAssert<RunsAssert, RunSet> {

  private static final String PAGE = "comparison.html";

  RunsAssert(RunSet runs) {
    super(runs, RunsAssert.class);
  }

  /** Every run has a result that is VALID or SUSPECT: its figures may be used. */
  public RunsAssert areUsable() {
    if (!actual.unfinished().isEmpty()) {
      throw failure(
          "without a result in %s: %s", actual.path(), String.join(", ", actual.unfinished()));
    }
    for (StoredRun run : actual.runs()) {
      new RunAssert(run).isUsable();
    }
    return this;
  }

  /**
   * Compares the runs with a baseline, as the command compare does: the answers faster and the same
   * pass, slower fails. A comparison that cannot tell aborts the test, because more runs might
   * decide it either way. Runs that are also in the baseline's directory count on this side alone.
   * The comparison is written to {@value #PAGE} in the runs' output directory.
   *
   * @throws TestAbortedException if the comparison finds no figure slower, and cannot tell of one
   */
  public RunsAssert areNotSlowerThan(Baseline baseline) {
    Comparison comparison = compare(baseline);
    String shown = shown(comparison);
    Set<Kind> answers = EnumSet.noneOf(Kind.class);
    for (RunFigure figure : baseline.figures()) {
      if (comparison.answers(figure).isEmpty()) {
        throw failure("no run has the figure %s%n%s", figure.name(Use.COMPARE), shown);
      }
      answers.addAll(comparison.answers(figure));
    }
    if (answers.contains(Kind.SLOWER)) {
      throw failure("slower than the baseline%n%s", shown);
    }
    if (answers.contains(Kind.CANNOT_TELL)) {
      throw new TestAbortedException(
          Text.of("cannot tell whether it is slower than the baseline%n%s", shown));
    }
    return this;
  }

  private Comparison compare(Baseline baseline) {
    try {
      return new Comparer(others(baseline.directory()), actual, baseline.limits()).compare();
    } catch (BadInputException e) {
      throw failure("%s", e.getMessage());
    }
  }

  /** The runs in a directory, without those that are compared with them. */
  private RunSet others(Path directory) throws BadInputException {
    RunSet all = RunSet.read(directory);
    Set<Path> own = actual.runs().stream().map(RunsAssert::place).collect(Collectors.toSet());
    List<StoredRun> others = all.runs().stream().filter(run -> !own.contains(place(run))).toList();
    if (others.isEmpty()) {
      throw new BadInputException(
          Text.of(
              "%s: holds no runs except those that are compared with it; name the output of earlier"
                  + " runs",
              directory));
    }
    return new RunSet(all.path(), others, all.unfinished());
  }

  /** The directory of a run, by whatever symbolic links its path leads there. */
  private static Path place(StoredRun run) {
    Path directory = run.directory();
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      // It was removed since.
      return directory.toAbsolutePath().normalize();
    }
  }

  private String shown(Comparison comparison) {
    Path page = actual.path().resolve(PAGE);
    try {
      DurableFile.write(page, HtmlPage.of(ComparisonDocument.of(comparison)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Text.of(
        "%s%nreport: %s",
        String.join(System.lineSeparator(), ComparisonTable.lines(comparison)), page);
  }
}
