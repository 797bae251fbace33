package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.testkit.TestCertificates;
import io.brokerbench.testkit.TestJvm;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the commands that README.md, the guide and other pages show, in a directory that looks like
 * a checkout: {@code docs}, {@code scripts}, {@code workloads}, the YAML files of the pages, and
 * results under the names that the pages use. {@link Cover} says how each command is covered.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GuideIT {

  private static final int PATIENCE_MINUTES = 30;
  private static final String MISSING = "is not installed here";

  /** Appended to commands of {@link Cover#SHORTENED}: seconds instead of minutes. */
  private static final String SHORT =
      " --set load.duration=2s --set load.warmup=1s --set load.repeat=1";

  /** The same for those that start a cluster: patience, and a port of {@link #ports}. */
  private static final String CLUSTER = " --set cluster.start-timeout=150s --set cluster.port=%d";

  /** The first ports of clusters, below those that the other tests' clusters choose among. */
  private final BlockingQueue<Integer> ports =
      new ArrayBlockingQueue<>(2, true, List.of(19_360, 19_560));

  /** The night in one mode: NightlyIT and PodModesIT have the others. */
  private static final String ONE_MODE = "one-mode.yaml";

  private static final int PORT_OF_KEPT_CLUSTER = 19_160;

  /** What a command sets by itself, and says. */
  private static final Pattern SETS_ITSELF = Pattern.compile("(?m)^\\S+, because .+ needs it\\R");

  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
  private static final Pattern RESULT = Pattern.compile("results/\\S+");

  private final Path home;
  private final List<GuidePage.Command> commands = GuidePage.commands();

  GuideIT(@TempDir Path home) throws IOException {
    this.home = home.toRealPath();
  }

  @BeforeAll
  void prepare() throws Exception {
    for (String directory : List.of("docs", "scripts", "workloads")) {
      Files.createSymbolicLink(home.resolve(directory), Path.of("..", directory).toRealPath());
    }
    writeClassPath(Files.createDirectory(home.resolve("lib")).resolve("classpath.jar"));
    for (Map.Entry<String, String> file : GuidePage.files().entrySet()) {
      Files.writeString(home.resolve(file.getKey()), file.getValue());
    }
    Files.writeString(home.resolve(ONE_MODE), "matrix:\n  tool: [producer, consumer, tproducer]\n");
    for (String benchmarks : List.of("old.json", "new.json")) {
      Files.writeString(
          home.resolve(benchmarks),
          """
          [{"benchmark": "a.Codec.encode", "mode": "avgt",
            "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[10, 11], [10, 11], [11, 10]]}}]
          """);
    }
    TestCertificates certificates = new TestCertificates(home);
    certificates.authority("ca");
    certificates.issue("client", "ca", "dns:client");
    certificates.pem("ca");
    certificates.pem("client");
    certificates.key("client");
    CommandOutput.doctor("--directory", home, "--json", home.resolve("ceilings.json"));
    for (GuidePage.Command command : covered(Cover.PREPARED)) {
      run(command.text(), 0);
    }
    for (String result : results()) {
      if (result.endsWith("-find")) {
        ReportPageIT.search(home.resolve(result), result.contains("two-masters") ? 2 : 1);
      } else if (result.endsWith("-modes")) {
        writeMatrix(home.resolve(result));
      } else {
        WrittenRun.runs(home.resolve(result), "producer", 1, 1.02, 0.98);
      }
    }
  }

  /** Directories of results that the commands read. */
  private List<String> results() {
    return commands.stream()
        .filter(command -> Cover.of(command.text()).noneMatch(Cover.BY_HAND::equals))
        .flatMap(command -> RESULT.matcher(command.text()).results())
        .map(match -> match.group())
        .distinct()
        .toList();
  }

  private static void writeMatrix(Path directory) throws IOException {
    List<MatrixCell> cells =
        List.of(
            new MatrixCell(1, Map.of("flush", "async")),
            new MatrixCell(2, Map.of("flush", "sync")));
    Path made =
        MatrixDirectory.resumeOrCreate(
                Files.createDirectories(directory.getParent()),
                "modes",
                directory.toString(),
                cells,
                Optional.empty(),
                Instant.EPOCH)
            .path();
    for (MatrixCell cell : cells) {
      new WrittenRun("producer")
          .put("/audit/lost", 0)
          .into(made, "20261122T030000Z-" + cell.name());
    }
    Files.move(made, directory);
  }

  /** A jar that stands for the class path of this test: the launcher builds nothing then. */
  private static void writeClassPath(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream empty = new JarOutputStream(out, manifest)) {
      empty.finish();
    }
  }

  @AfterAll
  void takeDown() {
    CommandOutput down = CommandOutput.of("cluster", "--out", home.resolve("results"), "down");
    assertThat(down.code()).as(down.err()).isEqualTo(ExitCode.VALID);
  }

  @Test
  void everyCommandIsCovered() {
    assertThat(commands).isNotEmpty();
    assertThat(commands).allSatisfy(command -> assertThat(Cover.of(command.text())).hasSize(1));
  }

  @Test
  void whatBuildsOrInstallsRunsInCi() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String file :
        List.of(
            ".ci/run",
            "scripts/lib/tests.sh",
            "scripts/test-night",
            ".github/workflows/tests.yml")) {
      Files.readAllLines(Path.of("..", file)).stream()
          .map(line -> line.strip().replaceFirst("^- run: (sudo )?", "").replace(" -ntp", ""))
          .forEach(lines::add);
    }
    // The workflow that runs .ci/run is not a part of this repository.
    lines.add(".ci/run");
    assertThat(covered(Cover.CI))
        .allSatisfy(
            command ->
                assertThat(lines)
                    .anyMatch(line -> line.startsWith(command.text().replace(" -ntp", ""))));
  }

  @Test
  void whatNoTestRunsIsThere() {
    assertThat(covered(Cover.BY_HAND))
        .isNotEmpty()
        .allSatisfy(
            command -> assertThat(Path.of("..", command.text().split(" ", 2)[0])).isExecutable());
  }

  @TestFactory
  Stream<DynamicTest> whatStartsNoBrokerRunsAsWritten() {
    return tests(Cover.AS_WRITTEN, command -> run(command, 0));
  }

  @TestFactory
  Stream<DynamicTest> settingsOfWhatMeasuresAreAccepted() {
    return Stream.of(Cover.CHECKED, Cover.SHORTENED).flatMap(cover -> tests(cover, this::check));
  }

  /** Two at a time: most of their time is that of brokers that start or stop. */
  @TestFactory
  @Tag("nightly")
  @Execution(ExecutionMode.CONCURRENT)
  Stream<DynamicTest> whatMeasuresRunsForSeconds() {
    return tests(Cover.SHORTENED, command -> !keepsACluster(command), this::runAtAFreePort);
  }

  /** One after the other, since each refers to the cluster of the one before. */
  @TestFactory
  @Tag("nightly")
  Stream<DynamicTest> whatKeepsAClusterRunsInOrder() {
    return tests(
        Cover.SHORTENED,
        GuideIT::keepsACluster,
        command -> runForSeconds(command, PORT_OF_KEPT_CLUSTER));
  }

  private static boolean keepsACluster(String command) {
    return command.startsWith("scripts/bench cluster");
  }

  private void runAtAFreePort(String command) throws IOException, InterruptedException {
    int port = ports.take();
    try {
      runForSeconds(command, port);
    } finally {
      ports.add(port);
    }
  }

  private void runForSeconds(String command, int port) throws IOException, InterruptedException {
    run(shortened(command, port), 0, 4, causedByABusyMachine(command));
  }

  /** A night of one INVALID run, a missed requirement. */
  private static int causedByABusyMachine(String command) {
    return command.contains("nightly") ? 3 : command.contains("require") ? 5 : 0;
  }

  /** What is done with a command. */
  @FunctionalInterface
  private interface Action {
    void on(String command) throws Exception;
  }

  private Stream<DynamicTest> tests(Cover cover, Action action) {
    return tests(cover, command -> true, action);
  }

  private Stream<DynamicTest> tests(Cover cover, Predicate<String> which, Action action) {
    return covered(cover).stream()
        .filter(command -> which.test(command.text()))
        .map(command -> dynamicTest(command.toString(), () -> action.on(command.text())));
  }

  private List<GuidePage.Command> covered(Cover cover) {
    return commands.stream()
        .filter(command -> Cover.of(command.text()).anyMatch(cover::equals))
        .toList();
  }

  private static String shortened(String command, int port) {
    if (command.matches("scripts/bench (?:doctor|cluster (?:status|down)).*")) {
      return command;
    }
    String once = command.replaceAll(" --repeat \\d+", "");
    // RabbitMQ has no JVM, and mosquitto neither.
    String small =
        once.contains("--driver")
            ? ""
            : Text.of(" --set cluster.heap=256m --set '%s'", TestJvm.CLUSTER_FLAGS);
    String brief = SHORT + (once.contains("--driver memory") ? "" : Text.of(CLUSTER, port));
    if (once.startsWith("scripts/modes.sh")) {
      return once + brief.replace(" --set load.repeat=1", "") + small;
    }
    String few = once.replaceFirst("^scripts/nightly\\.sh", "scripts/bench night " + ONE_MODE);
    boolean matrix = few.contains("bench run") || few.contains(ONE_MODE);
    return few + (matrix ? " --repeat 1" : "") + brief + small;
  }

  private void run(String command, Integer... codes) throws IOException, InterruptedException {
    Path output = Files.createTempFile(home, "output", "");
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("BENCH_JAVA_OPTS", TestJvm.FLAGS);
    builder.environment().remove("NAMESRV_ADDR");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).as(command).isTrue();
    } finally {
      BenchProcess.kill(process);
    }
    String said = Files.readString(output);
    assumeThat(said).doesNotContain(MISSING);
    assertThat(process.exitValue()).as("%s%n%s", command, said).isIn((Object[]) codes);
  }

  /** A word whose file, possibly after {@code key=}, is that of the guide's directory. */
  private String inHome(String word) {
    String file = word.replaceFirst("^([a-z.-]+=|file:)", "");
    return Files.exists(home.resolve(file))
        ? word.substring(0, word.length() - file.length()) + home.resolve(file)
        : word;
  }

  /** Reads flags, files and settings as the command does, and starts nothing. */
  private void check(String command) {
    List<String> words =
        WORD.matcher(withoutLauncher(command))
            .results()
            .map(match -> match.group(1) == null ? match.group() : match.group(1))
            .map(this::inHome)
            .collect(Collectors.toCollection(ArrayList::new));
    String name = words.remove(0);
    Supplier<BenchCommand> tool = MeasuringCommands.all().get(name);
    String problems = "";
    if (tool != null) {
      words.addAll(List.of("--out", home.resolve("results").toString()));
      try {
        tool.get().check(words, Map.of("PASSWORD", "x", "ACCESS_KEY", "x", "SECRET_KEY", "x"));
      } catch (SettingsException e) {
        problems = String.join("\n", e.problems());
      }
    } else if (name.equals("check")) {
      problems = SETS_ITSELF.matcher(CommandOutput.of(name, words.toArray()).err()).replaceAll("");
    } else {
      assertThat(name).as("has no settings").isIn("doctor", "cluster");
    }
    assumeThat(problems).doesNotContain(MISSING);
    assertThat(problems).isEmpty();
  }

  /** The tool and its flags; of a workload file the command that checks it. */
  private static String withoutLauncher(String command) {
    return command
        .replaceFirst(
            "^scripts/nightly\\.sh(?: --budget \\S+)?(?: --live)?", "check workloads/night.yaml")
        .replaceFirst("^scripts/modes\\.sh (\\w+)", "check workloads/modes.yaml --tool $1 --")
        .replaceFirst("^scripts/bench (?:run|find) ", "check ")
        .replaceFirst(
            "^scripts/bench reproduce rocketmq-producer",
            "check workloads/publications/rocketmq-producer-2-modes.yaml")
        .replaceFirst("^scripts/bench cluster up", "producer")
        .replaceFirst("^scripts/bench cleanup", "producer")
        .replaceFirst("^scripts/bench ", "")
        .replaceFirst("^scripts/(\\w+)\\.sh", "$1");
  }
}
