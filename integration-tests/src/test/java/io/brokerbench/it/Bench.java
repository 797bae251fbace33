package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.TestJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A benchmark in a JVM of its own, as run by users. All of its files are below one directory of the
 * test, so that leftovers are found.
 */
final class Bench implements AutoCloseable {

  static final String PRODUCER = "io.brokerbench.producer.ProducerMain";
  static final String BATCH_PRODUCER = "io.brokerbench.producer.BatchProducerMain";
  static final String CONSUMER = "io.brokerbench.consumer.ConsumerMain";
  static final String TRANSACTION_PRODUCER = "io.brokerbench.tx.TransactionProducerMain";

  /** Time limit for the start and for the end of a run; generous, for a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(150);

  /**
   * Time limit for the removal of leftovers after any end, including {@code kill -9}; generous as
   * well.
   */
  private static final Duration LEFTOVERS = Duration.ofMinutes(2);

  /**
   * For runs that must receive all messages on a busy machine too. Does not lengthen a run that
   * misses none.
   */
  static final String DRAIN = "consume.drain=50s";

  private static final Duration POLL = Duration.ofMillis(50);
  private static final int KILLED = 137;

  private final Path home;
  private final Processes processes;
  private final Process process;

  private Bench(Path home, Process process) {
    this.home = home;
    this.processes = new Processes(home);
    this.process = process;
  }

  /** Starts the producer benchmark below a directory. */
  static Bench start(Path directory, String... args) throws IOException {
    return start(Path.of(System.getProperty("java.home")), PRODUCER, directory, args);
  }

  /** The same with additional environment variables. */
  static Bench start(Path directory, Map<String, String> environment, String... args)
      throws IOException {
    return start(PRODUCER, directory, environment, args);
  }

  /** Starts a benchmark below a directory, with additional environment variables. */
  static Bench start(
      String mainClass, Path directory, Map<String, String> environment, String... args)
      throws IOException {
    return start(
        Path.of(System.getProperty("java.home")),
        ClassArchive.read(),
        mainClass,
        directory,
        environment,
        args);
  }

  /** Starts a benchmark on a JVM below a directory, which may already hold other results. */
  static Bench start(Path javaHome, String mainClass, Path directory, String... args)
      throws IOException {
    return start(javaHome, ClassArchive.read(), mainClass, directory, Map.of(), args);
  }

  private static Bench start(
      Path javaHome,
      List<String> archive,
      String mainClass,
      Path directory,
      Map<String, String> environment,
      String... args)
      throws IOException {
    Path home = directory.toRealPath();
    Files.createDirectories(home.resolve("data"));
    Files.createDirectories(home.resolve("tmp"));
    List<String> command = new ArrayList<>();
    if (Processes.ignoresInterrupt()) {
      // Otherwise a JVM started by a background job ignores Ctrl-C.
      command.addAll(List.of("env", "--default-signal=INT"));
    }
    List<String> flags = new ArrayList<>(List.of("-Xmx512m"));
    flags.addAll(archive);
    // A consumer without a queue rebalances after this time instead of RocketMQ's 20 s.
    flags.add("-Drocketmq.client.rebalance.waitInterval=3000");
    flags.add("-Djava.io.tmpdir=" + home.resolve("tmp"));
    flags.add("-Drocketmq.log.root=" + home.resolve("logs"));
    command.addAll(
        TestJvm.command(
            javaHome, flags, String.join(File.pathSeparator, ClassArchive.classPath()), mainClass));
    command.addAll(List.of("--out", home.resolve("results").toString()));
    List<String> given = Arrays.asList(args);
    // The product's own time-outs end a run on a busy machine, or leave sends of unknown outcome.
    command.addAll(List.of("--set", "client.send-timeout=30s"));
    if (!given.contains("--rate")) {
      // Limits the load: speed is not tested, and other tests need the processors too.
      command.addAll(List.of("--set", "load.pause=20ms"));
    }
    boolean external = given.contains("-n") || environment.containsKey("NAMESRV_ADDR");
    if (!external) {
      command.addAll(List.of("--set", "cluster.start-timeout=150s"));
    }
    if (!external && !given.contains("cluster.host=container")) {
      command.addAll(List.of("--set", "cluster.data-directory=" + home.resolve("data")));
      List<String> small =
          given.contains("rabbitmq") || given.contains("mqtt")
              ? List.of(SmallCluster.port())
              : SmallCluster.settings(args);
      small.forEach(each -> command.addAll(List.of("--set", each)));
    }
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().remove("NAMESRV_ADDR");
    builder.environment().put("XDG_STATE_HOME", home.resolve("state").toString());
    builder.environment().putAll(environment);
    builder.redirectOutput(home.resolve("stdout").toFile());
    builder.redirectError(home.resolve("stderr").toFile());
    return new Bench(home, builder.start());
  }

  /** Runs the producer benchmark to its end. */
  static Outcome run(Path directory, String... args) throws IOException, InterruptedException {
    return run(PRODUCER, directory, args);
  }

  /** Runs a benchmark to its end. */
  static Outcome run(String mainClass, Path directory, String... args)
      throws IOException, InterruptedException {
    Path javaHome = Path.of(System.getProperty("java.home"));
    // From a whole run of the consumer, which loads nearly all classes that the others load.
    boolean writes = mainClass.equals(CONSUMER) && ClassArchive.isMissing();
    Path archive = directory.resolve("archive");
    List<String> flags = writes ? ClassArchive.write(archive) : ClassArchive.read();
    try (Bench bench = start(javaHome, flags, mainClass, directory, Map.of(), args)) {
      Outcome outcome = bench.end();
      if (writes && outcome.exitCode() == 0) {
        ClassArchive.keep(archive);
      }
      return outcome;
    }
  }

  Processes processes() {
    return processes;
  }

  long pid() {
    return process.pid();
  }

  /** Waits until the files of the run cover that many seconds, including the warm-up. */
  ResultDirectory awaitSeconds(int seconds) {
    return await(() -> seconds() >= seconds);
  }

  /**
   * Waits until a column of the files of the run, such as {@code acked}, has this sum over its
   * measured seconds.
   */
  ResultDirectory awaitMeasured(String column, long sum) {
    return await(
        () ->
            ResultDirectory.in(results()).stream()
                    .flatMap(directory -> directory.rows().stream())
                    .filter(ResultDirectory.Row::measured)
                    .mapToLong(row -> row.count(column))
                    .sum()
                >= sum);
  }

  /** Waits for a condition while the benchmark runs. */
  ResultDirectory await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .until(
            () -> {
              assertThat(process.isAlive()).as("runs%n%s", soFar()).isTrue();
              return condition.call();
            });
    return ResultDirectory.in(results()).get(0);
  }

  /** Seconds that the files of the run cover so far, including the warm-up. */
  int seconds() {
    return (int)
        ResultDirectory.in(results()).stream()
            .flatMap(directory -> directory.rows().stream())
            .mapToDouble(ResultDirectory.Row::seconds)
            .max()
            .orElse(0);
  }

  /** Sends a signal to the benchmark and, as a terminal's Ctrl-C does, to all of its processes. */
  void signalAll(String signal) throws IOException, InterruptedException {
    Processes.signal(signal, processes.all().toArray(ProcessHandle[]::new));
  }

  /** Sends a signal to the benchmark alone. */
  void signal(String signal) throws IOException, InterruptedException {
    Processes.signal(signal, process.toHandle());
  }

  /** Waits for the end of the run and checks that nothing but results remains. */
  Outcome end() throws InterruptedException {
    return end(PATIENCE);
  }

  /** The same for a run that takes longer. */
  Outcome end(Duration patience) throws InterruptedException {
    if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(String.format(Locale.ROOT, "it did not end%n%s", soFar()));
    }
    Awaitility.await()
        .atMost(LEFTOVERS)
        .pollInterval(POLL)
        .untilAsserted(
            () -> {
              assertThat(processes.all()).as("processes left behind").isEmpty();
              assertThat(home.resolve("data")).as("data left behind").isEmptyDirectory();
              assertThat(home.resolve("logs")).as("logs of the client").doesNotExist();
            });
    if (process.exitValue() != KILLED) {
      assertThat(records()).as(() -> "objects left on record; " + soFar()).isEmpty();
    }
    return new Outcome(process.exitValue(), read("stdout"), read("stderr"), results());
  }

  /** The records of objects that runs left on external clusters. */
  List<Path> records() {
    Path directory = home.resolve("state").resolve("brokerbench").resolve("created");
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The directory of temporary files. */
  Path temporary() {
    return home.resolve("tmp");
  }

  private Path results() {
    return home.resolve("results");
  }

  /** Waits until the standard output of the running benchmark contains a text. */
  void awaitOutput(String text) {
    Awaitility.await()
        .atMost(PATIENCE.multipliedBy(2))
        .pollInterval(POLL)
        .untilAsserted(
            () -> {
              boolean lives = process.isAlive();
              String out = read("stdout");
              if (!lives && !out.contains(text)) {
                throw new IllegalStateException("it ended; " + soFar());
              }
              assertThat(out).as(this::soFar).contains(text);
            });
  }

  private String soFar() {
    return String.format(Locale.ROOT, "stdout:%n%s%nstderr:%n%s", read("stdout"), read("stderr"));
  }

  private String read(String file) {
    try {
      return Files.readString(home.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all processes that a failed test left running. */
  @Override
  public void close() {
    process.destroyForcibly();
    processes.all().forEach(ProcessHandle::destroyForcibly);
  }
}
