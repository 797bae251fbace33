package io.brokerbench.api;

import io.brokerbench.consumer.ConsumerMain;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.file.BadInputException;
import io.brokerbench.producer.ProducerMain;
import io.brokerbench.run.Experiment;
import io.brokerbench.run.RunListener;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.tx.TransactionProducerMain;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A cluster that several benchmarks use, one after the other: a second one waits for the end of the
 * first. Thread-safe.
 */
public final class BenchmarkCluster implements AutoCloseable {

  private final Cluster running;
  private final Experiment started;
  private final List<String> arguments;
  private final ReentrantLock turn;
  private final AtomicBoolean closed;
  private final List<RunListener> listeners;

  private BenchmarkCluster(
      Cluster running,
      Experiment started,
      List<String> arguments,
      ReentrantLock turn,
      AtomicBoolean closed,
      List<RunListener> listeners) {
    this.running = running;
    this.started = started;
    this.arguments = arguments;
    this.turn = turn;
    this.closed = closed;
    this.listeners = listeners;
  }

  /**
   * Starts a cluster, or checks the settings of an external one.
   *
   * @param setup its settings; others in it apply to every benchmark on the cluster
   * @throws BadInputException if a setting is wrong; the message has one line per problem
   * @throws BrokerException if a broker does not start, with the cause from its log
   */
  public static BenchmarkCluster start(Consumer<ClusterSetup> setup)
      throws BadInputException, BrokerException, InterruptedException {
    ClusterSetup collected = new ClusterSetup();
    setup.accept(collected);
    Experiment experiment;
    try {
      experiment =
          MeasuringCommands.ofCluster(collected.arguments(), null, List.of(), System.getenv());
    } catch (SettingsException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
    Cluster running = experiment.cluster().start(step -> {});
    return new BenchmarkCluster(
        running,
        experiment,
        collected.arguments(),
        new ReentrantLock(),
        new AtomicBoolean(),
        List.of());
  }

  /** The address for clients, in the notation of the broker: name servers for RocketMQ. */
  public String address() {
    return running.address();
  }

  /** Facts known without a request to a broker: release, topology, proxies. */
  public Map<String, Object> facts() {
    return running.facts();
  }

  /** A producer benchmark on this cluster. */
  public Benchmark producer() {
    return new Benchmark(ProducerMain.command(), this, arguments, listeners);
  }

  /** A consumer benchmark on this cluster. */
  public Benchmark consumer() {
    return new Benchmark(ConsumerMain.command(), this, arguments, listeners);
  }

  /** A benchmark of transactions on this cluster. */
  public Benchmark transactions() {
    return new Benchmark(TransactionProducerMain.command(), this, arguments, listeners);
  }

  /**
   * The tool and the settings of a workload file on this cluster; settings of the cluster take
   * precedence over those of the file.
   *
   * @throws BadInputException if the file cannot be read, or has a matrix
   */
  public Benchmark of(Path workloadFile) throws BadInputException {
    return Benchmark.of(workloadFile, this, arguments, listeners);
  }

  /** The same cluster, with a listener to the progress of all runs that start from the result. */
  public BenchmarkCluster with(RunListener listener) {
    List<RunListener> all = Stream.concat(listeners.stream(), Stream.of(listener)).toList();
    return new BenchmarkCluster(running, started, arguments, turn, closed, all);
  }

  /** Held during the runs of a benchmark. */
  ReentrantLock turn() {
    return turn;
  }

  /**
   * Refuses a run after {@link #close}.
   *
   * @throws IllegalStateException if the cluster is closed
   */
  void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException(
          Text.of(
              "the cluster %s is closed; start another one for further benchmarks",
              running.address()));
    }
  }

  /**
   * The experiment on this cluster.
   *
   * @throws SettingsException if it needs a cluster with other settings
   */
  Experiment bind(Experiment experiment) throws SettingsException {
    TreeSet<String> keys = new TreeSet<>(started.meanings().keySet());
    keys.addAll(experiment.meanings().keySet());
    List<String> problems =
        keys.stream()
            .filter(key -> key.equals("driver") || key.startsWith("cluster."))
            .filter(
                key -> !Objects.equals(started.meanings().get(key), experiment.meanings().get(key)))
            .map(
                key ->
                    Text.of(
                        "%s: is %s here and %s for the cluster; set it where that is started",
                        key, shown(experiment, key), shown(started, key)))
            .toList();
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return experiment.on(new SharedCluster(running));
  }

  private static String shown(Experiment experiment, String key) {
    String value = experiment.settings().value(key);
    return value.isEmpty() ? "not set" : '"' + value + '"';
  }

  /**
   * Stops the brokers and removes their data; an external cluster is left as it is. Benchmarks on
   * the cluster are refused from then on. Idempotent.
   */
  @Override
  public void close() {
    closed.set(true);
    running.close();
  }
}
