package io.brokerbench.api;

import io.brokerbench.command.Announcement;
import io.brokerbench.command.BenchCommand;
import io.brokerbench.consumer.ConsumerMain;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.generator.Generators;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.producer.ProducerMain;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.run.RunListener;
import io.brokerbench.sections.ExperimentFile;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.tx.TransactionProducerMain;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A benchmark: the settings of a measuring command, and its runs.
 *
 * <pre>{@code
 * StoredRun run =
 *     Benchmark.producer()
 *         .cluster(c -> c.flush(SYNC).replication(SYNC))
 *         .rate("2000/s")
 *         .duration(Duration.ofSeconds(30))
 *         .run();
 * }</pre>
 *
 * <p>Settings are collected without a check; a run reports all problems with them at once, in the
 * same lines as the command. Of two values of a setting the later one counts. Nothing is printed:
 * progress goes to listeners. Not thread-safe; may be run several times.
 */
public final class Benchmark {

  private static final String SET = "--set";

  private final BenchCommand command;
  private final @Nullable BenchmarkCluster cluster;
  private final List<String> arguments;
  private final List<RunListener> listeners;

  private Benchmark(BenchCommand command) {
    this(command, null, List.of(), List.of());
  }

  /**
   * Creates a benchmark.
   *
   * @param cluster the cluster that its runs use; null if each run has its own
   */
  Benchmark(
      BenchCommand command,
      @Nullable BenchmarkCluster cluster,
      List<String> arguments,
      List<RunListener> listeners) {
    this.command = command;
    this.cluster = cluster;
    this.arguments = new ArrayList<>(arguments);
    this.listeners = new ArrayList<>(listeners);
  }

  /** How many messages per second a broker takes: the command {@code producer}. */
  public static Benchmark producer() {
    return new Benchmark(ProducerMain.command());
  }

  /** How many messages per second a broker delivers: the command {@code consumer}. */
  public static Benchmark consumer() {
    return new Benchmark(ConsumerMain.command());
  }

  /** How many transactions per second a broker takes: the command {@code tproducer}. */
  public static Benchmark transactions() {
    return new Benchmark(TransactionProducerMain.command());
  }

  /**
   * The tool and the settings of a workload file, which other settings of the benchmark override.
   *
   * @throws BadInputException if the file cannot be read, or has a matrix
   */
  public static Benchmark of(Path workloadFile) throws BadInputException {
    return of(workloadFile, null, List.of(), List.of());
  }

  /**
   * The same on a cluster.
   *
   * @param settings of the cluster, as arguments; they take precedence over those of the file
   */
  static Benchmark of(
      Path workloadFile,
      @Nullable BenchmarkCluster cluster,
      List<String> settings,
      List<RunListener> listeners)
      throws BadInputException {
    String file = workloadFile.toString();
    try {
      ExperimentFile sections = ExperimentFile.read(workloadFile);
      if (!sections.matrix().equals(Matrix.NONE)) {
        throw new BadInputException(
            Text.of("%s: has a matrix, which the command run performs", file));
      }
      List<String> all = Stream.concat(Stream.of("--workload", file), settings.stream()).toList();
      return new Benchmark(MeasuringCommands.of(sections.tool(), file), cluster, all, listeners);
    } catch (SettingsException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  /** The brokers. */
  public Benchmark cluster(Consumer<ClusterSetup> setup) {
    ClusterSetup collected = new ClusterSetup();
    setup.accept(collected);
    arguments.addAll(collected.arguments());
    return this;
  }

  /** The kind of broker: {@code rocketmq}, {@code rabbitmq}, {@code mqtt} or {@code memory}. */
  public Benchmark driver(String name) {
    return cluster(setup -> setup.driver(name));
  }

  /** The offered rate, such as {@code 2000/s}; without it, senders wait for answers only. */
  public Benchmark rate(String rate) {
    return set("load.rate", rate);
  }

  /** The measured time. */
  public Benchmark duration(Duration time) {
    return set("load.duration", time.toNanos() + "ns");
  }

  /** The time before it; without it, until the rate is steady. */
  public Benchmark warmup(Duration time) {
    return set("load.warmup", time.toNanos() + "ns");
  }

  /** Sender threads, or the threads of each consumer client of a consumer benchmark. */
  public Benchmark threads(int number) {
    String key = command.spec().name().equals("consumer") ? "consume.threads" : "load.threads";
    return set(key, Integer.toString(number));
  }

  /** The parent of the result directories. */
  public Benchmark output(Path directory) {
    return set("output.directory", directory.toString());
  }

  /** Any setting, in full or abbreviated as on the command line. */
  public Benchmark set(String key, String value) {
    arguments.add(SET);
    arguments.add(key + "=" + value);
    return this;
  }

  /** Adds a listener to the progress of all runs. It is called by a thread of the run. */
  public Benchmark listener(RunListener listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Runs once. An interrupt of this thread stops the run; the brokers are stopped in any case.
   *
   * @return the content of {@code run.json} with its directory; a run that is not valid states why
   * @throws BadInputException if the settings are wrong, or demand several runs; the message has
   *     one line per problem
   * @throws BrokerException if the cluster did not start correctly
   * @throws IOException if results cannot be written
   * @throws InterruptedException if this thread was interrupted; what was measured until then is
   *     kept in the output directory, unless it has a suppressed exception
   * @throws IllegalStateException if its {@link BenchmarkCluster} is closed
   */
  public StoredRun run()
      throws BadInputException, BrokerException, IOException, InterruptedException {
    Experiment experiment = check(arguments);
    if (experiment.workload().load().repeat() > 1) {
      throw new BadInputException(
          "load.repeat: must be 1 for a single run; repeat(N) runs N times");
    }
    return runs(experiment).runs().get(0);
  }

  /**
   * Runs several times, on fresh brokers each time unless the benchmark is bound to a {@link
   * BenchmarkCluster}. Throws like {@link #run}.
   */
  public RunSet repeat(int times)
      throws BadInputException, BrokerException, IOException, InterruptedException {
    return runs(
        check(Stream.concat(arguments.stream(), Stream.of(SET, "load.repeat=" + times)).toList()));
  }

  private Experiment check(List<String> all) throws BadInputException {
    try {
      Map<String, String> environment = System.getenv();
      Experiment bound =
          cluster == null
              ? command.check(all, environment)
              : cluster.bind(command.checkOnRunningCluster(all, environment));
      bound.warnings().forEach(this::step);
      step(RunEstimate.of(bound).requireRoom().text());
      Announcement.of(bound).ifPresent(this::step);
      return bound;
    } catch (SettingsException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  private void step(String what) {
    listeners.forEach(listener -> listener.step(Secrets.text(what)));
  }

  private RunSet runs(Experiment experiment)
      throws BrokerException, IOException, InterruptedException {
    if (cluster == null) {
      return repeated(experiment);
    }
    cluster.turn().lockInterruptibly();
    try {
      cluster.requireOpen();
      return repeated(experiment);
    } finally {
      cluster.turn().unlock();
    }
  }

  private RunSet repeated(Experiment experiment)
      throws BrokerException, IOException, InterruptedException {
    List<StoredRun> runs = new ArrayList<>();
    try (Generators generators = experiment.generators().gather(this::step)) {
      for (int i = 0; i < experiment.workload().load().repeat(); i++) {
        runs.add(InterruptibleRun.of(experiment, generators, listeners));
      }
    }
    return new RunSet(experiment.workload().output().directory(), List.copyOf(runs), List.of());
  }
}
