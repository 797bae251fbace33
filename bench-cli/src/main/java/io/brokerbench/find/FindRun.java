package io.brokerbench.find;

import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.text.TimeLeft;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest sustainable rate, each probe a run of its own on fresh brokers, then
 * measures loads below it. Probes that the directory has already are not run again: the search goes
 * the same way given the same probes. For one thread, once.
 */
public final class FindRun {

  private static final int CURVE_POINTS = 10;
  private static final MathContext DIGITS = new MathContext(6);

  private final FindPlan plan;
  private final String identity;
  private final RunsDirectory directory;
  private final MatrixRun.Runner runner;
  private final PrintStream out;
  private final InstantSource clock;
  private final Search search;
  private final List<Probe> probes = new ArrayList<>();
  private final List<Probe> curve = new ArrayList<>();
  private final TreeSet<String> notJudged = new TreeSet<>();
  private final Instant begin;
  private Findings.@Nullable Load load;
  private int ran;

  private FindRun(
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

  /** A search that cannot go on, and how it ends therefore. */
  private static final class NoResultException extends Exception {
    private static final long serialVersionUID = 1;
    private final ExitCode code;

    NoResultException(String why, ExitCode code) {
      super(why);
      this.code = code;
    }
  }

  /** Where the probes of a search go: the latest unfinished of the same search, or a new one. */
  public static RunsDirectory directory(Path parent, String name, String identity, Instant now)
      throws IOException {
    RunsDirectory directory =
        RunsDirectory.resumeOrCreate(
            parent,
            name + "-find",
            unfinished -> Findings.identityIn(unfinished).equals(Optional.of(identity)),
            now);
    if (!Findings.in(directory.path())) {
      Findings.none(identity).write(directory.path());
    }
    return directory;
  }

  /**
   * Searches, and keeps what is found by then in the directory after each probe.
   *
   * @param identity of everything that the rate depends on
   * @param directory of this identity
   * @param runner runs the workload with the cell's {@code load.rate}
   * @return valid if the rate was found and may be believed; a missed limit if no rate is
   *     sustainable; an invalid run if the ends are not confirmed or the generator was the limit;
   *     how a run without a result ended
   * @throws BadInputException if a result directory cannot be read
   * @throws IOException if what was found cannot be written
   * @throws InterruptedException if a run was; what is finished stays
   */
  public static ExitCode run(
      FindPlan plan,
      String identity,
      RunsDirectory directory,
      MatrixRun.Runner runner,
      PrintStream out,
      InstantSource clock)
      throws BadInputException, IOException, InterruptedException {
    return new FindRun(plan, identity, directory, runner, out, clock).run();
  }

  private ExitCode run() throws BadInputException, IOException, InterruptedException {
    write();
    try {
      for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
        Probe probe = probe("probe %d".formatted(probes.size() + 1), rate.getAsDouble());
        probes.add(probe);
        search.judged(probe.sustained());
        out.printf("%s: %s, %s%n", rate(rate.getAsDouble()), probe.text(), known());
        write();
      }
      if (plan.curve() && !search.found().noneSustainable()) {
        measureCurve();
      }
    } catch (NoResultException e) {
      out.println(e.getMessage());
      return e.code;
    }
    Findings found = findings();
    if (found.noneSustainable()) {
      return ExitCode.LIMIT_MISSED;
    }
    return found.confirmed() && !found.limitedByGenerator() ? ExitCode.VALID : ExitCode.RUN_INVALID;
  }

  private void measureCurve()
      throws BadInputException, IOException, InterruptedException, NoResultException {
    double top = search.found().low();
    for (int i = 1; i < CURVE_POINTS; i++) {
      curve.add(probe("load %d %%".formatted(100 * i / CURVE_POINTS), top * i / CURVE_POINTS));
      write();
    }
    probes.stream()
        .filter(probe -> probe.sustained() && same(probe.offeredPerSecond(), top))
        .reduce((earlier, later) -> later)
        .ifPresent(curve::add);
    write();
  }

  private Probe probe(String what, double perSecond)
      throws BadInputException, InterruptedException, NoResultException {
    String rate = rate(perSecond);
    MatrixCell cell = new MatrixCell(probes.size() + curve.size() + 1, Map.of("load.rate", rate));
    List<StoredRun> runs = directory.runs(cell.name());
    if (runs.isEmpty()) {
      out.printf("%s: %s%s%n", what, rate, left());
      ExitCode code = runner.run(cell);
      ran++;
      runs = directory.runs(cell.name());
      if (runs.isEmpty()) {
        throw new NoResultException(
            "the run at %s left no result; it is made up for when the same command is given again"
                .formatted(rate),
            code == ExitCode.VALID ? ExitCode.BUG : code);
      }
    }
    StoredRun run = runs.get(0);
    FactsReader reader = FactsReader.of(run);
    Facts facts = reader.facts();
    load = reader.load();
    plan.bounds().use().keySet().stream()
        .filter(resource -> !plan.bounds().judges(resource, facts.use()))
        .forEach(resource -> notJudged.add(resource.key()));
    Judgement judgement = Judgement.of(facts, plan.bounds());
    refuseUnknown(run, judgement);
    return Probe.of(run.directory(), facts, judgement);
  }

  /** A rate that cannot be judged says nothing of lower ones either. */
  private static void refuseUnknown(StoredRun run, Judgement judgement) throws NoResultException {
    List<String> unknown =
        judgement.failed().stream()
            .filter(condition -> condition.measured().isEmpty())
            .map(Condition::text)
            .toList();
    if (!unknown.isEmpty()) {
      throw new NoResultException(
          "%s cannot be judged: %s; measure for longer, or leave the limit out"
              .formatted(run.directory().getFileName(), String.join(", ", unknown)),
          ExitCode.RUN_INVALID);
    }
  }

  /** How long all that may come takes at most, going by what was run so far. */
  private String left() {
    int most = plan.search().probes() + (plan.curve() ? CURVE_POINTS - 1 : 0);
    return TimeLeft.text(
        ", at most %d min left",
        Duration.between(begin, clock.instant()), ran, most - probes.size() - curve.size());
  }

  private String known() {
    SustainableRate found = search.found();
    return "between %s and %s"
        .formatted(
            found.noneSustainable() ? "0/s" : rate(found.low()),
            found.notReached() ? "?" : rate(found.high()));
  }

  /** In the notation of {@code load.rate}. */
  private static String rate(double perSecond) {
    return BigDecimal.valueOf(perSecond).round(DIGITS).stripTrailingZeros().toPlainString() + "/s";
  }

  /** Whether it is the same step of the search, written and read again. */
  private static boolean same(double one, double other) {
    return Math.abs(one / other - 1) < 1e-4;
  }

  private void write() throws IOException {
    findings().write(directory.path());
  }

  private Findings findings() {
    SustainableRate found = search.found();
    List<String> above =
        probes.stream()
            .filter(probe -> !probe.sustained() && same(probe.offeredPerSecond(), found.high()))
            .flatMap(probe -> probe.failed().stream())
            .distinct()
            .toList();
    return new Findings(
        Findings.SCHEMA_VERSION,
        identity,
        found.low(),
        found.notReached() ? null : found.high(),
        found.confirmed(),
        above,
        above.stream().anyMatch(text -> text.startsWith(Judgement.GENERATOR)),
        List.copyOf(notJudged),
        load,
        List.copyOf(probes),
        List.copyOf(curve),
        knee(),
        atCpuBound(found));
  }

  private @Nullable Double atCpuBound(SustainableRate found) {
    Double bound = plan.bounds().use().get(Resource.CPU);
    if (bound == null || found.noneSustainable() || found.notReached()) {
      return null;
    }
    double below = cpuShare(found.low());
    double above = cpuShare(found.high());
    return below <= bound && above > bound
        ? found.low() + (bound - below) / (above - below) * (found.high() - found.low())
        : null;
  }

  /** Of all probes of a rate, their mean; not a number where it is unknown. */
  private double cpuShare(double rate) {
    return probes.stream()
        .filter(probe -> same(probe.offeredPerSecond(), rate))
        .map(Probe::cpuShare)
        .mapToDouble(share -> share == null ? Double.NaN : share)
        .average()
        .orElse(Double.NaN);
  }

  private @Nullable Double knee() {
    List<LoadPoint> points = new ArrayList<>();
    for (Probe probe : curve) {
      if (probe.responseP99Nanos() != null) {
        points.add(new LoadPoint(probe.offeredPerSecond(), probe.responseP99Nanos()));
      }
    }
    return points.size() < CURVE_POINTS
        ? null
        : Knee.of(points).map(LoadPoint::perSecond).orElse(null);
  }
}
