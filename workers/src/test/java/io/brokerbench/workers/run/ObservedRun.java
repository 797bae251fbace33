package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.generator.Generators;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.StoredVerdict;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.run.BenchmarkRun;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunListener;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.TestWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run from top to bottom, with or without workers. What a busy machine does to the figures is not
 * judged.
 */
final class ObservedRun implements RunListener {

  private static final List<String> LOAD =
      List.of("load.spin=0", "load.settle=60s", "load.warmup=0");

  private final List<String> steps = new CopyOnWriteArrayList<>();
  private final Consumer<String> eachStep;
  private Runnable whenMeasured = () -> {};
  private final Histogram response = LatencyRecorder.emptyHistogram();
  private @Nullable RunResult result;
  private @Nullable Path directory;

  private ObservedRun(Consumer<String> eachStep) {
    this.eachStep = eachStep;
  }

  /** Checks the settings of a run. */
  static Experiment experiment(Path output, String... settings) throws SettingsException {
    return Experiment.check(
        TestWorkload.reader(
            Stream.of(
                    TestWorkload.ANY_MACHINE.stream(),
                    LOAD.stream(),
                    Stream.of("output.directory=" + output),
                    Stream.of(settings))
                .flatMap(each -> each)
                .toArray(String[]::new)),
        "test");
  }

  /** Runs without workers. */
  static ObservedRun alone(Path output, String... settings) throws Exception {
    Experiment experiment = experiment(output, settings);
    try (Generators generators = experiment.generators().gather(line -> {})) {
      return of(experiment, generators);
    }
  }

  static ObservedRun of(Experiment experiment, Generators generators) throws Exception {
    ObservedRun run = new ObservedRun(step -> {});
    run.run(experiment, generators);
    return run;
  }

  /**
   * Prepares a run that is disturbed.
   *
   * @param whenMeasured is executed once, in the measured time
   * @param eachStep receives what the console shows, from any thread
   */
  static ObservedRun disturbed(Runnable whenMeasured, Consumer<String> eachStep) {
    ObservedRun run = new ObservedRun(eachStep);
    run.whenMeasured = whenMeasured;
    return run;
  }

  void run(Experiment experiment, Generators generators)
      throws BrokerException, IOException, InterruptedException {
    Verdict unused = new BenchmarkRun(experiment, generators, Clock.system(), this).run();
    StoredVerdict.check(directory(), experiment.workload());
  }

  @Override
  public void step(String what) {
    steps.add(what);
    eachStep.accept(what);
  }

  @Override
  public void interval(Interval interval, double progress, double secondsLeft) {
    if (interval.measured().containsKey(Metric.RESPONSE)) {
      response.add(interval.measured().get(Metric.RESPONSE));
    }
    if (interval.phase() == Phase.MEASURED) {
      Runnable action = whenMeasured;
      whenMeasured = () -> {};
      action.run();
    }
  }

  @Override
  public void ended(RunResult ended, Path where) {
    result = ended;
    directory = where;
  }

  /** What the console showed. */
  List<String> steps() {
    return steps;
  }

  Verdict verdict() {
    return result().verdict();
  }

  /** Response times of the messages of the measured time. */
  Histogram response() {
    return response;
  }

  /** The contents of {@code run.json}. */
  RunResult result() {
    return requireNonNull(result);
  }

  Path directory() {
    return requireNonNull(directory);
  }
}
