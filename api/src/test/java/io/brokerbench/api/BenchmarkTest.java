package io.brokerbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.measurement.Interval;
import io.brokerbench.page.RunPage;
import io.brokerbench.producer.ProducerMain;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks from Java, with the broker in memory. */
final class BenchmarkTest {

  private final Path directory;

  BenchmarkTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Benchmark brief(Benchmark benchmark) {
    return benchmark
        .driver("memory")
        .rate("200/s")
        .warmup(Duration.ZERO)
        .duration(Duration.ofMillis(1_200))
        .threads(1)
        .output(directory);
  }

  /** Without a whole second, of which a listener would hear. */
  private Benchmark moment(Benchmark benchmark) {
    return brief(benchmark).duration(Duration.ofMillis(200));
  }

  @Test
  void aRunReturnsItsResultWithItsDirectoryAndPrintsNothing() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    StoredRun run;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      run = brief(Benchmark.producer()).set("name", "from-java").run();
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(run.result().command())
        .startsWith(
            "producer --set driver=memory --set load.rate=200/s --set load.warmup=0ns"
                + " --set load.duration=1200000000ns");
    assertThat(run.result().audit().acked()).isPositive();
    assertThat(run.settings())
        .containsEntry("load.threads", "1")
        .containsEntry("name", "from-java");
    assertThat(run.directory().getParent()).isEqualTo(directory);
    assertThat(run.directory().resolve(RunPage.FILE)).exists();
  }

  @Test
  void aThreadWithAnotherClassLoaderGetsTheReportToo() throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      StoredRun run = moment(Benchmark.producer()).run();
      assertThat(run.directory().resolve(RunPage.FILE)).exists();
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  /** It would be that of every program with this library and SLF4J's simple logger. */
  @Test
  void theClassPathHasNoConfigurationOfALogger() {
    assertThat(getClass().getResource("/simplelogger.properties")).isNull();
  }

  @Test
  void eachToolHasItsOwnDefaults() throws Exception {
    StoredRun consumed =
        moment(Benchmark.consumer()).set("load.threads", "1").set("consume.drain", "10h").run();
    assertThat(consumed.tool()).isEqualTo("consumer");
    assertThat(consumed.result().audit().lost()).isZero();
    StoredRun transacted = moment(Benchmark.transactions()).run();
    assertThat(transacted.tool()).isEqualTo("tproducer");
    assertThat(transacted.result().transactions()).isNotNull();
  }

  @Test
  void badInputIsAnExceptionWithTheLinesOfTheCommand() {
    List<String> flags =
        List.of("--set", "driver=memory", "--set", "load.rate=fast", "--set", "load.thread=0");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertThat(ProducerMain.command().execute(flags, Map.of(), printed, printed))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(2);
    assertThatThrownBy(
            Benchmark.producer().driver("memory").rate("fast").set("load.thread", "0")::run)
        .isInstanceOf(BadInputException.class)
        .hasMessage(err.toString(StandardCharsets.UTF_8).strip());
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aWorkloadFileHasItsToolAndSettingsThatOthersOverride() throws Exception {
    Path file = directory.resolve("load.yaml");
    Files.writeString(
        file,
        """
        tool: tproducer
        name: from-file
        driver: memory
        load: {threads: 2, rate: 100/s, warmup: 0s, duration: 1s}
        """);
    StoredRun run = Benchmark.of(file).rate("200/s").output(directory.resolve("results")).run();
    assertThat(run.tool()).isEqualTo("tproducer");
    assertThat(run.settings())
        .containsEntry("load.threads", "2")
        .containsEntry("load.rate", "200/s")
        .containsEntry("name", "from-file");
  }

  @Test
  void aWorkloadFileOfManyRunsOrOfNoToolIsRefused() throws Exception {
    Path file = directory.resolve("load.yaml");
    for (String matrix : List.of("{load.threads: [1, 2]}", "{repeat: 5}")) {
      Files.writeString(file, "matrix: " + matrix + "\n");
      assertThatThrownBy(() -> Benchmark.of(file))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("has a matrix");
    }
    Files.writeString(file, "tool: producers\n");
    assertThatThrownBy(() -> Benchmark.of(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("got \"producers\"; did you mean producer?");
  }

  @Test
  void repeatedRunsAreOneSideOfAComparison() throws Exception {
    RunSet runs = moment(Benchmark.producer()).repeat(2);
    assertThat(runs.path()).isEqualTo(directory);
    assertThat(runs.runs()).hasSize(2).doesNotHaveDuplicates();
    assertThat(RunSet.read(directory).runs()).hasSize(2);
    assertThatThrownBy(moment(Benchmark.producer()).set("load.repeat", "2")::run)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("load.repeat");
    assertThatThrownBy(() -> moment(Benchmark.producer()).repeat(0))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("load.repeat must be");
  }

  @Test
  void ofTwoValuesOfASettingTheLaterOneCounts() throws Exception {
    Benchmark benchmark =
        Benchmark.producer()
            .set("load.rate", "100/s")
            .set("load.threads", "2")
            .set("load.repeat", "3")
            .set("output.directory", directory.resolve("other").toString());
    RunSet runs = moment(benchmark).repeat(1);
    assertThat(runs.runs()).hasSize(1);
    assertThat(runs.path()).isEqualTo(directory);
    assertThat(runs.runs().get(0).settings())
        .containsEntry("load.rate", "200/s")
        .containsEntry("load.threads", "1");
  }

  @Test
  void aListenerHearsOfStepsSecondsAndTheEnd() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    StoredRun run =
        brief(Benchmark.producer())
            .listener(
                new RunListener() {
                  @Override
                  public void step(String what) {
                    heard.add("step " + what);
                  }

                  @Override
                  public void interval(Interval interval, double progress, double secondsLeft) {
                    heard.add("interval");
                  }

                  @Override
                  public void ended(RunResult result, Path path) {
                    heard.add("ended " + path);
                  }
                })
            .run();
    assertThat(heard).contains("interval").endsWith("ended " + run.directory());
    assertThat(heard.get(0)).startsWith("step estimate: ");
  }

  @Test
  void anExceptionOfAListenerIsThatOfTheRun() {
    IllegalStateException own = new IllegalStateException("own");
    RunListener failing =
        new RunListener() {
          @Override
          public void ended(RunResult result, Path path) {
            throw own;
          }
        };
    assertThatThrownBy(moment(Benchmark.producer()).listener(failing)::run).isSameAs(own);
  }

  /**
   * A benchmark of an hour that interrupts this thread after a second.
   *
   * @param ended is given the directory of the result
   */
  private Benchmark interrupted(Consumer<Path> ended) {
    Thread caller = Thread.currentThread();
    return brief(Benchmark.producer())
        .duration(Duration.ofHours(1))
        .listener(
            new RunListener() {
              @Override
              public void interval(Interval interval, double progress, double secondsLeft) {
                caller.interrupt();
              }

              @Override
              public void ended(RunResult result, Path path) {
                ended.accept(path);
              }
            });
  }

  @Test
  void anInterruptEndsTheRunAndItsResultIsKept() throws Exception {
    List<Path> ended = new ArrayList<>();
    assertThatThrownBy(interrupted(ended::add)::run).isInstanceOf(InterruptedException.class);
    Thread.interrupted();
    assertThat(StoredRun.read(ended.get(0)).cutShort()).isTrue();
  }

  @Test
  void anInterruptDoesNotHideThatTheRunFailed() {
    IllegalStateException own = new IllegalStateException("own");
    Benchmark failing =
        interrupted(
            path -> {
              throw own;
            });
    Throwable thrown = catchThrowable(failing::run);
    Thread.interrupted();
    assertThat(thrown).isInstanceOf(InterruptedException.class);
    assertThat(thrown.getSuppressed()).extracting(Throwable::getCause).containsExactly(own);
  }

  @Test
  void benchmarksOnOneClusterHaveItsSettingsAndNoOthers() throws Exception {
    List<String> steps = new CopyOnWriteArrayList<>();
    try (BenchmarkCluster cluster =
        BenchmarkCluster.start(
            setup -> setup.driver("memory").set("output.directory", directory.toString()))) {
      assertThat(cluster.address()).isEqualTo("memory");
      RunListener listener =
          new RunListener() {
            @Override
            public void step(String what) {
              steps.add(what);
            }
          };
      StoredRun run =
          cluster
              .with(listener)
              .producer()
              .set("load.messages", "10")
              .duration(Duration.ZERO)
              .warmup(Duration.ZERO)
              .run();
      assertThat(run.result().audit().acked()).isEqualTo(10);
      assertThat(run.directory().getParent()).isEqualTo(directory);
      assertThat(steps).isNotEmpty();
      assertThatThrownBy(cluster.producer().driver("rocketmq")::run)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("driver: is \"rocketmq\" here and \"memory\" for the cluster");
    }
  }

  @Test
  void aBenchmarkOnAClosedClusterIsRefused() throws Exception {
    BenchmarkCluster cluster = BenchmarkCluster.start(setup -> setup.driver("memory"));
    Benchmark benchmark = brief(cluster.with(new RunListener() {}).producer());
    cluster.close();
    assertThatThrownBy(benchmark::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the cluster memory is closed");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void benchmarksOnOneClusterTakeTurns() throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    try (BenchmarkCluster cluster = BenchmarkCluster.start(setup -> setup.driver("memory"))) {
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        List<Callable<StoredRun>> both =
            Stream.of("one", "other")
                .<Callable<StoredRun>>map(
                    name -> brief(cluster.producer()).listener(new NamedListener(name, heard))::run)
                .toList();
        for (Future<StoredRun> run : threads.invokeAll(both)) {
          assertThat(run.get().result().audit().acked()).isPositive();
        }
      } finally {
        threads.shutdown();
      }
    }
    String first = heard.get(0);
    assertThat(heard.subList(0, heard.lastIndexOf(first) + 1)).containsOnly(first);
    assertThat(heard).contains("one", "other");
  }

  /** Adds its name for each second. */
  private record NamedListener(String name, List<String> heard) implements RunListener {

    @Override
    public void interval(Interval interval, double progress, double secondsLeft) {
      heard.add(name);
    }
  }

  @Test
  void aClusterWithAWrongSettingIsRefused() {
    assertThatThrownBy(
            () ->
                BenchmarkCluster.start(
                    setup -> setup.flush(Mode.SYNC_ROLE).replication(Mode.DEFAULT)))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--set: cluster.flush must be one of async, sync, got \"sync-role\"");
  }
}
