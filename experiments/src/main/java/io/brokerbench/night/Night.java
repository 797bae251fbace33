package io.brokerbench.night;

import io.brokerbench.command.ExitCode;
import io.brokerbench.compare.Comparer;
import io.brokerbench.compare.Comparison;
import io.brokerbench.compare.ComparisonJson;
import io.brokerbench.compare.ComparisonTable;
import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.jmh.JmhComparison;
import io.brokerbench.jmh.JmhFile;
import io.brokerbench.jmh.JmhTable;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.reports.ReportContent;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A night: a matrix whose results are compared with those of the accepted night, and become the
 * accepted ones if they miss no limit and lack no cell. Its directory receives the tables and
 * {@value #FILE}, which has the circumstances, the failures and the verdict.
 */
public final class Night {

  /** Name of the file with the record of a night; a night without it is not judged. */
  public static final String FILE = "night.txt";

  private static final List<String> USUAL_LIMITS = List.of("20%", "p99=50%");

  /** Usable runs of a cell for an interval, in this comparison and in the next one. */
  private static final int FEWEST_RUNS = 2;

  private final NightHistory history;
  private final Optional<Path> accepted;

  /** Usable runs of a cell of the accepted night; 0 if there is none. */
  private final int acceptedRepeat;

  private final RegressionLimits limits;

  private Night(
      NightHistory history, Optional<Path> accepted, int acceptedRepeat, RegressionLimits limits) {
    this.history = history;
    this.accepted = accepted;
    this.acceptedRepeat = acceptedRepeat;
    this.limits = limits;
  }

  /**
   * Reads and checks everything that is needed at the end, before the first run.
   *
   * @param limits as for {@link RegressionLimits#parse}; empty for the usual ones
   * @throws BadInputException if a limit or the accepted night is wrong
   */
  public static Night of(NightHistory history, List<String> limits) throws BadInputException {
    RegressionLimits parsed = RegressionLimits.parse(limits.isEmpty() ? USUAL_LIMITS : limits);
    Optional<Path> accepted = history.accepted();
    int acceptedRepeat = 0;
    if (accepted.isPresent()) {
      RunSet runs = RunSet.read(accepted.get());
      acceptedRepeat = new Comparer(runs, runs, parsed).compare().mostRuns();
    }
    return new Night(history, accepted, acceptedRepeat, parsed);
  }

  /**
   * Reports on the runs of the night, compares them, and accepts the night or not. After a kill it
   * can be called again: a night that is the accepted one already remains so, without another
   * comparison.
   *
   * @param directory the directory of the night, with its final name
   * @param repeat runs of each cell that there was time for
   * @param circumstances lines for the record, such as the commit
   * @param failed runs without a result, one line each
   * @return valid if the night is accepted; a missed limit; {@link ExitCode#BROKER_FAILED} if a
   *     cell lacks runs; {@link ExitCode#BAD_INPUT} if it cannot be compared
   * @throws BadInputException if a result cannot be read
   * @throws IOException if a file cannot be written
   */
  public ExitCode end(
      MatrixDirectory directory,
      int repeat,
      List<String> circumstances,
      List<String> failed,
      PrintStream out)
      throws BadInputException, IOException {
    Path night = directory.path();
    String name = nameOf(night);
    write(night.resolve("table.txt"), ReportContent.end(night, out));

    List<String> record = new ArrayList<>(List.of("night " + name));
    record.addAll(circumstances);
    boolean decided = accepted.map(Night::nameOf).equals(Optional.of(name));
    if (!decided) {
      record.add("compared with " + accepted.map(Night::nameOf).orElse("nothing"));
    }
    failed.forEach(each -> record.add("failed: " + each));
    // A night of fewer runs does not replace an accepted one of more.
    int needed = Math.min(Math.max(repeat, acceptedRepeat), FEWEST_RUNS);
    List<String> lacking = new ArrayList<>();
    int missed = 0;
    for (MatrixCell cell : directory.cells()) {
      List<StoredRun> runs = directory.runs(cell);
      if (runs.stream().filter(StoredRun::usable).count() < needed) {
        lacking.add(cell.name());
      }
      for (StoredRun run : runs.stream().filter(each -> !each.usable()).toList()) {
        out.println("failed: " + run.nameWithReasons());
        record.add("failed: " + run.nameWithReasons());
      }
      for (StoredRun run : runs) {
        for (String line : run.missed()) {
          missed++;
          out.println(line);
          record.add(line);
        }
      }
    }
    out.println();
    Acceptance verdict;
    if (decided) {
      String text = Text.of("accepted: night %s, which %s names already", name, history.file());
      verdict = new Acceptance(ExitCode.VALID, text);
    } else {
      Optional<Comparison> comparison = compare(night, out);
      compareMicrobenchmarks(night, out);
      verdict = acceptance(name, needed, lacking, missed, comparison);
    }
    out.println(verdict.text());
    record.add(verdict.text());
    if (verdict.code() == ExitCode.VALID) {
      history.accept(name);
    }
    // Last, because a night that has this file is judged.
    write(night.resolve(FILE), record);
    return verdict.code();
  }

  /** Whether the night becomes the accepted one, and why, in one line. */
  private record Acceptance(ExitCode code, String text) {}

  /**
   * @param lacking the names of cells with fewer usable runs than needed
   * @param missed requirements that usable runs missed, and promises that they broke
   * @param comparison with the accepted night; empty if it cannot be compared
   */
  private Acceptance acceptance(
      String night, int needed, List<String> lacking, int missed, Optional<Comparison> comparison) {
    String kept = accepted.map(Night::nameOf).orElse("none");
    if (comparison.isPresent() && comparison.get().regressions() > 0) {
      return new Acceptance(
          ExitCode.LIMIT_MISSED,
          Text.of(
              "REGRESSION: night %s is not accepted; the accepted one remains %s", night, kept));
    }
    if (missed > 0) {
      return new Acceptance(
          ExitCode.LIMIT_MISSED,
          Text.of(
              "not accepted: requirements missed or promises broken: %d; the accepted night remains %s",
              missed, kept));
    }
    if (!lacking.isEmpty()) {
      return new Acceptance(
          ExitCode.BROKER_FAILED,
          Text.of(
              "not accepted: fewer than %d usable runs of %s; the accepted night remains %s",
              needed, String.join(", ", lacking), kept));
    }
    if (accepted.isEmpty()) {
      return new Acceptance(
          ExitCode.VALID,
          Text.of("accepted: night %s, the first; there was nothing to compare it with", night));
    }
    if (comparison.isEmpty()) {
      return new Acceptance(
          ExitCode.BAD_INPUT,
          Text.of(
              "not accepted: it cannot be compared with %s; if that is meant: echo %s > %s",
              kept, night, history.file()));
    }
    if (comparison.get().lacksCells()) {
      return new Acceptance(
          ExitCode.BROKER_FAILED,
          Text.of(
              "not accepted: it lacks cells of %s (see \"not here\"); if that is meant:"
                  + " echo %s > %s",
              kept, night, history.file()));
    }
    return new Acceptance(
        ExitCode.VALID, Text.of("accepted: night %s, in place of %s", night, kept));
  }

  private static String nameOf(Path night) {
    return night.getFileName().toString();
  }

  private static void write(Path file, List<String> lines) throws IOException {
    DurableFile.write(file, String.join("\n", lines) + "\n");
  }

  /** The comparison with the accepted night; empty if there is none, or nothing to compare. */
  private Optional<Comparison> compare(Path night, PrintStream out) throws IOException {
    if (accepted.isEmpty()) {
      return Optional.empty();
    }
    Optional<Comparison> comparison = Optional.empty();
    List<String> lines;
    try {
      comparison =
          Optional.of(
              new Comparer(RunSet.read(accepted.get()), RunSet.read(night), limits).compare());
      ComparisonJson.write(comparison.get(), night.resolve("comparison.json"));
      lines = ComparisonTable.lines(comparison.get());
    } catch (BadInputException e) {
      lines = List.of(String.valueOf(e.getMessage()));
    }
    show(lines, night.resolve("comparison.txt"), out);
    return comparison;
  }

  private static void show(List<String> lines, Path file, PrintStream out) throws IOException {
    write(file, lines);
    lines.forEach(out::println);
    out.println();
  }

  /** Compares the microbenchmarks of both nights, for information only. */
  private void compareMicrobenchmarks(Path night, PrintStream out) throws IOException {
    Path own = night.resolve(JmhFile.OF_NIGHT);
    Optional<Path> base =
        accepted.map(path -> path.resolve(JmhFile.OF_NIGHT)).filter(Files::exists);
    if (base.isPresent() && Files.exists(own)) {
      List<String> lines;
      try {
        lines =
            JmhTable.lines(
                JmhComparison.of(
                    JmhFile.read(base.get()), JmhFile.read(own), OptionalDouble.empty()));
      } catch (BadInputException e) {
        lines = List.of(Text.of("microbench: %s", e.getMessage()));
      }
      show(lines, night.resolve("microbench.txt"), out);
    }
  }
}
