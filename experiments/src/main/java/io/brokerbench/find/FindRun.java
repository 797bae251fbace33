package io.brokerbench.find;

import io.brokerbench.command.ExitCode;
import io.brokerbench.console.VerdictColors;
import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.Search.SustainableRate;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest sustainable rate, each trial a separate run on fresh brokers, then
 * measures loads below it. Trials that the directory already holds are not repeated: with the same
 * results the search takes the same path. For one thread and a single use.
 */
public final class FindRun {

  private static final int CURVE_POINTS = 10;
  private static final MathContext DIGITS = new MathContext(6);

  private final FindPlan plan;
  private final String identity;
  private final RunsDirectory directory;
  private final MatrixRun.Runner runner;
  private final UnaryOperator<String> colors = VerdictColors.ofStandardOutput();
  private final PrintStream out;
  private final InstantSource clock;
  private final Search search;
  private final List<Tried> trials = new ArrayList<>();
  private final List<Trial> curve = new ArrayList<>();
  private final TreeSet<String> notJudged = new TreeSet<>();
  private final Instant begin;
  private SearchResult.@Nullable Load load;
  private int ran;

  /**
   * Prepares a search.
   *
   * @param identity hash of everything on which the rate depends
   * @param directory directory of the search with this identity
   * @param runner runs the workload with the cell's {@code load.rate}
   */
  public FindRun(
      FindPlan plan,
      String identity,
      RunsDirectory directory,
      MatrixRun.Runner runner,
      PrintStream out,
      InstantSource clock) {
    this.plan = plan;
    this.identity = identity;
    this.directory = directory;
    this.runner = runner;
    this.out = out;
    this.clock = clock;
    this.search = new Search(plan.search());
    this.begin = clock.instant();
  }

  /**
   * A trial of a rate of the search; the rate actually offered may differ by a message, or
   * randomly.
   *
   * @param perSecond rate of the search, messages per second
   */
  private record Tried(double perSecond, Trial trial) {}

  /** Thrown if the search cannot continue; carries its exit code. */
  private static final class NoResultException extends Exception {
    private static final long serialVersionUID = 1;
    private final ExitCode code;

    NoResultException(String why, ExitCode code) {
      super(why);
      this.code = code;
    }
  }

  /**
   * The directory for the trials of a search: the latest unfinished one of the same search, or a
   * new one.
   */
  public static RunsDirectory directory(Path parent, String name, String identity, Instant now)
      throws IOException {
    RunsDirectory directory =
        RunsDirectory.resumeOrCreate(
            parent,
            name + "-find",
            unfinished -> SearchResult.identityIn(unfinished).equals(Optional.of(identity)),
            now);
    if (!SearchResult.in(directory.path())) {
      SearchResult.none(identity).write(directory.path());
    }
    return directory;
  }

  /**
   * Performs the search and writes the findings to the directory after each trial.
   *
   * @return an invalid run if the generator was the limit, or rates between the ends gave no
   *     answer; else a missed limit if no rate is sustainable; else valid if the ends are
   *     confirmed, and an invalid run if not; the exit code of a run without a result
   * @throws BadInputException if a result directory cannot be read
   * @throws IOException if the findings cannot be written
   * @throws InterruptedException if a run was interrupted; finished runs are kept
   */
  public ExitCode run() throws BadInputException, IOException, InterruptedException {
    write();
    try {
      for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
        Trial trial = trial(Text.of("probe %d", trials.size() + 1), rate.getAsDouble(), true);
        trials.add(new Tried(rate.getAsDouble(), trial));
        if (trial.unanswered()) {
          search.unanswered();
        } else {
          search.judged(trial.sustained());
        }
        out.println(
            colors.apply(Text.of("%s: %s, %s", rate(rate.getAsDouble()), trial.text(), known())));
        write();
      }
      if (plan.curve() && !search.found().noneSustainable()) {
        measureCurve();
      }
    } catch (NoResultException e) {
      out.println(e.getMessage());
      return e.code;
    }
    SustainableRate rate = search.found();
    SearchResult found = findings();
    if (found.limitedByGenerator() || !rate.unanswered().isEmpty()) {
      return ExitCode.RUN_INVALID;
    }
    if (rate.noneSustainable()) {
      return ExitCode.LIMIT_MISSED;
    }
    return found.confirmed() ? ExitCode.VALID : ExitCode.RUN_INVALID;
  }

  private void measureCurve()
      throws BadInputException, IOException, InterruptedException, NoResultException {
    double top = search.found().low();
    for (int i = 1; i < CURVE_POINTS; i++) {
      curve.add(
          trial(Text.of("load %d %%", 100 * i / CURVE_POINTS), top * i / CURVE_POINTS, false));
      write();
    }
    at(top).filter(Trial::sustained).reduce((earlier, later) -> later).ifPresent(curve::add);
    write();
  }

  /**
   * @param evidence whether the search needs a judgement of the rate; a load of the curve may have
   *     too few messages for a percentile with a limit
   */
  private Trial trial(String what, double perSecond, boolean evidence)
      throws BadInputException, InterruptedException, NoResultException {
    String rate = rate(perSecond);
    MatrixCell cell = new MatrixCell(trials.size() + curve.size() + 1, Map.of("load.rate", rate));
    List<StoredRun> runs = directory.runs(cell.name());
    if (runs.isEmpty()) {
      out.printf(Locale.ROOT, "%s: %s%s%n", what, rate, left(evidence));
      ExitCode code = runner.run(cell);
      ran++;
      runs = directory.runs(cell.name());
      if (runs.isEmpty()) {
        throw new NoResultException(
            Text.of(
                "the run at %s left no result; it is repeated when the same command is given again",
                rate),
            code == ExitCode.VALID ? ExitCode.BUG : code);
      }
    }
    StoredRun run = runs.get(0);
    TrialReader reader = TrialReader.of(run);
    TrialMeasurement facts = reader.facts();
    load = reader.load();
    plan.bounds().ofFigures().stream()
        .filter(bound -> !plan.bounds().judges(bound, facts.figures().apply(bound.figure())))
        .forEach(bound -> notJudged.add(bound.figure().key()));
    Trial.Course course = reader.course();
    Judgement judgement =
        Judgement.of(facts, reader.bounds(plan.bounds()), plan.search().width() / 2);
    if (evidence && course.faults().isEmpty() && !course.invalid()) {
      refuseUnknown(run, judgement);
    }
    return Trial.of(run.directory(), facts, judgement, course);
  }

  /**
   * Ends the search if the rate cannot be judged, because lower ones cannot be judged then either.
   */
  private static void refuseUnknown(StoredRun run, Judgement judgement) throws NoResultException {
    List<String> unknown = judgement.unknown().stream().map(Condition::text).toList();
    if (!unknown.isEmpty()) {
      throw new NoResultException(
          Text.of(
              "%s cannot be judged: %s; measure for longer, or leave the limit out",
              run.directory().getFileName(), String.join(", ", unknown)),
          ExitCode.RUN_INVALID);
    }
  }

  /** The maximum number of runs of a search. */
  public static int mostRuns(FindPlan plan) {
    return plan.search().probes() + (plan.curve() ? CURVE_POINTS - 1 : 0);
  }

  /**
   * The maximum remaining time, estimated from the runs so far.
   *
   * @param searching whether the search may need all its trials; only the curve remains after it
   */
  private String left(boolean searching) {
    Duration soFar = Duration.between(begin, clock.instant());
    int unneeded = searching ? 0 : plan.search().probes() - trials.size();
    int remaining = mostRuns(plan) - trials.size() - unneeded - curve.size();
    return MatrixRun.timeLeft(", at most ", soFar, ran, remaining);
  }

  private String known() {
    SustainableRate found = search.found();
    return Text.of(
        "between %s and %s",
        found.noneSustainable() ? "0/s" : rate(found.low()),
        found.notReached() ? "?" : rate(found.high()));
  }

  /** A rate in the notation of {@code load.rate}. */
  private static String rate(double perSecond) {
    return BigDecimal.valueOf(perSecond).round(DIGITS).stripTrailingZeros().toPlainString() + "/s";
  }

  /** The trials of a rate of the search, in the order in which they ran. */
  private Stream<Trial> at(double perSecond) {
    return trials.stream().filter(each -> each.perSecond() == perSecond).map(Tried::trial);
  }

  private void write() throws IOException {
    findings().write(directory.path());
  }

  private SearchResult findings() {
    SustainableRate found = search.found();
    List<Trial> failed =
        at(found.high()).filter(trial -> !trial.sustained() && !trial.unanswered()).toList();
    List<String> above =
        failed.stream().flatMap(trial -> trial.whyNotSustained().stream()).distinct().toList();
    return new SearchResult(
        SearchResult.SCHEMA_VERSION,
        identity,
        found.low(),
        found.notReached() ? null : found.high(),
        found.confirmed(),
        above,
        above.stream().anyMatch(text -> text.startsWith(Judgement.GENERATOR)),
        List.copyOf(notJudged),
        load,
        trials.stream().map(Tried::trial).toList(),
        List.copyOf(curve),
        knee(),
        atCpuBound(found),
        served(found.low()),
        unanswered(found),
        secondsNeeded(found),
        failed.stream().map(Trial::limitedBy).filter(Objects::nonNull).findFirst().orElse(null));
  }

  /** The minimum rate served by all trials that held this rate; null if unknown. */
  private @Nullable Double served(double perSecond) {
    return at(perSecond)
        .filter(Trial::sustained)
        .map(Trial::servedPerSecond)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private List<String> unanswered(SustainableRate found) {
    return found.unanswered().stream()
        .flatMap(
            perSecond ->
                at(perSecond)
                    .filter(Trial::unanswered)
                    .map(trial -> Text.of("%s: %s", rate(perSecond), trial.text())))
        .distinct()
        .toList();
  }

  private @Nullable Integer secondsNeeded(SustainableRate found) {
    if (found.confirmed()) {
      return null;
    }
    return trials.stream()
        .map(each -> each.trial().secondsNeeded())
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  private @Nullable Double atCpuBound(SustainableRate found) {
    Double bound = plan.bounds().figures().get(RunFigure.of(Resource.CPU));
    if (bound == null || found.noneSustainable() || found.notReached()) {
      return null;
    }
    double below = cpuShare(found.low());
    double above = cpuShare(found.high());
    return below <= bound && above > bound
        ? found.low() + (bound - below) / (above - below) * (found.high() - found.low())
        : null;
  }

  /** The mean CPU share of all trials of a rate; NaN if unknown. */
  private double cpuShare(double rate) {
    return at(rate)
        .filter(trial -> !trial.unanswered())
        .map(Trial::cpuShare)
        .mapToDouble(share -> share == null ? Double.NaN : share)
        .average()
        .orElse(Double.NaN);
  }

  private @Nullable Double knee() {
    List<LatencyKnee.Point> points = new ArrayList<>();
    for (Trial trial : curve) {
      if (trial.responseP99Nanos() != null && trial.verdict() != Verdict.Status.INVALID) {
        points.add(new LatencyKnee.Point(trial.offeredPerSecond(), trial.responseP99Nanos()));
      }
    }
    return points.size() < CURVE_POINTS
        ? null
        : LatencyKnee.of(points).map(LatencyKnee.Point::perSecond).orElse(null);
  }
}
