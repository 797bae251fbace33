package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.brokerbench.testkit.TestJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launchers of checkout and archive, below a path with blanks and letters outside ASCII, on
 * machines that are not like the one of the developers.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LauncherIT {

  private static final long PATIENCE_MINUTES = 2;
  private static final String ESCAPE = "\u001b";

  /** A run that is short, whatever the machine makes of its verdict. */
  private static final String RUN =
      "producer --driver memory -w 1 --rate 100/s --warmup 0 --duration 1s";

  private static final String UNKNOWN_USER = "unshare --user --map-user=4711 ";
  private static final String OWN_MOUNTS = "unshare --mount --map-root-user ";

  /** Where a launcher is. */
  private enum Installation {
    CHECKOUT,
    ARCHIVE
  }

  private record Ended(int code, String out, String err) {

    String all() {
      return out + err;
    }

    Ended measured() {
      assertThat(code).as(all()).isIn(0, 4);
      assertThat(out).contains("acknowledged in the memory of this process");
      return this;
    }

    void refused(String line) {
      assertThat(err.lines()).as(all()).containsExactly(line);
      assertThat(code).isEqualTo(2);
    }
  }

  private final Path home;
  private final Map<Installation, Path> launchers;
  private int calls;

  LauncherIT(@TempDir Path temporary) throws IOException {
    home = Files.createDirectory(temporary.resolve("Füße & Köpfe"));
    Path archive = Distribution.unpack(Files.createDirectory(home.resolve("the archive")));
    launchers =
        Map.of(
            Installation.CHECKOUT,
            checkout(home.resolve("the checkout")),
            Installation.ARCHIVE,
            archive.resolve("bin/bench"));
  }

  /** A checkout that is built already, of the classes of this test; returns its launcher. */
  static Path checkout(Path root) throws IOException {
    Path scripts = Files.createDirectories(root.resolve("scripts"));
    for (String script : List.of("bench", "producer.sh", "github-action")) {
      Files.copy(Path.of("../scripts", script), scripts.resolve(script));
    }
    Path target = Files.createDirectories(root.resolve("bench-cli/target"));
    Files.writeString(
        target.resolve("classpath"),
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
    return scripts.resolve("bench");
  }

  @AfterEach
  void nothingIsLeftInTheWorkingDirectory() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .doesNotContain("?", "JNA", ".cache", "logs");
    }
  }

  @ParameterizedTest
  @EnumSource
  void startsThroughSymbolicLinks(Installation installation) throws Exception {
    Path links = Files.createTempDirectory(home, "links");
    Path launcher = requireNonNull(launchers.get(installation));
    Files.createSymbolicLink(links.resolve("measure"), links.relativize(launcher));
    Files.createSymbolicLink(links.resolve("bench"), Path.of("measure"));
    Files.createSymbolicLink(links.resolve("producer.sh"), launcher.resolveSibling("producer.sh"));
    assertThat(bash(Map.of(), links.getFileName() + "/bench --help").out())
        .contains("Usage: bench");
    assertThat(bash(Map.of(), links.getFileName() + "/producer.sh --help").out())
        .contains("Usage: bench producer");
    assertThat(bash(Map.of(), "PATH=$PWD/" + links.getFileName() + ":$PATH; bench --help").out())
        .contains("Usage: bench");
  }

  @ParameterizedTest
  @EnumSource
  void runsNoCodeOfTheCurrentDirectory(Installation installation) throws Exception {
    Path strange = Files.createTempDirectory(home, "strange");
    Path services = Files.createDirectories(strange.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("io.brokerbench.driver.DriverFactory"), "strange.DriverFactory\n");
    bash(Map.of(), "cd " + strange.getFileName() + " && " + launcher(installation) + RUN)
        .measured();
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void readsAndWritesNamesOutsideAsciiInTheLanguageC(Installation installation) throws Exception {
    Files.writeString(home.resolve("größe.yaml"), "driver: memory\nmessage: {size: 100}\n");
    Map<String, String> language = Map.of("LC_ALL", "C", "LANG", "C");
    assertThat(bench(installation, language, "check größe.yaml").out())
        .contains("message.size: 100");
    bench(installation, language, RUN + " --out Ergebnisse/für_alle").measured();
    assertThat(home.resolve("Ergebnisse/für_alle")).isDirectory();
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void needsNeitherHomeNorTerminalNorLanguage(Installation installation) throws Exception {
    bash(
            Map.of(),
            "env -i PATH=\"$PATH\" JAVA_HOME=\"$JAVA_HOME\" BENCH_JAVA_OPTS=\"$BENCH_JAVA_OPTS\" "
                + launcher(installation)
                + RUN)
        .measured();
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void measuresWhereHomeAndInstallationAreReadOnly(Installation installation) throws Exception {
    requires(OWN_MOUNTS);
    Path results = Files.createTempDirectory("results");
    try {
      bash(
              Map.of("HOME", home.toString()),
              OWN_MOUNTS
                  + "bash -c 'mount --bind \"$HOME\" \"$HOME\" && mount -o remount,bind,ro \"$HOME\" && cd \"$HOME\""
                  + " && exec "
                  + launcher(installation)
                  + RUN
                  + " --out "
                  + results
                  + "'")
          .measured();
    } finally {
      delete(results);
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void loadsNativeCodeFromADirectoryThatPermitsIt(Installation installation) throws Exception {
    noexec(installation, List.of("/tmp"), RUN).measured();
  }

  @ParameterizedTest
  @ValueSource(strings = {RUN, "doctor"})
  void saysWhereNativeCodeCannotBeLoaded(String command) throws Exception {
    Ended ended = noexec(Installation.ARCHIVE, List.of("/tmp", "/var/tmp"), command);
    assertThat(ended.err())
        .hasLineCount(1)
        .startsWith("native code cannot be loaded from /tmp or /var/tmp or ")
        .contains("noexec")
        .endsWith("name another directory by BENCH_JAVA_OPTS=-Djna.tmpdir=DIR\n");
    assertThat(ended.code()).isEqualTo(2);
  }

  /** In a file system without execution, below which the home directory is, too. */
  private Ended noexec(Installation installation, List<String> mounts, String command)
      throws Exception {
    requires(OWN_MOUNTS);
    StringBuilder script = new StringBuilder("bash -c '");
    for (String mount : mounts) {
      script.append(
          "mount --bind %1$s %1$s && mount -o remount,bind,noexec %1$s && ".formatted(mount));
    }
    script.append("cd \"$PWD\" && ").append(launcher(installation)).append(command);
    return bash(Map.of("XDG_CACHE_HOME", home.toString()), OWN_MOUNTS + script + "'");
  }

  @ParameterizedTest
  @MethodSource("installationsAndHomes")
  void aUserWithoutANameMeasures(Installation installation, String environment) throws Exception {
    requires(UNKNOWN_USER);
    bash(Map.of(), UNKNOWN_USER + "env " + environment + " " + launcher(installation) + RUN)
        .measured();
  }

  /** It has no Maven repository, and the one of a directory that it cannot write is none. */
  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void aUserWithoutANameIsToldWhereBrokersCannotBeKept(Installation installation) throws Exception {
    requires(UNKNOWN_USER);
    bash(
            Map.of(),
            UNKNOWN_USER + "env HOME=/proc " + launcher(installation) + "producer --duration 1s")
        .refused(
            "cluster.version 5.5.0 is not in the local Maven repository, and /proc/.m2/repository"
                + " cannot be written; set HOME to a directory that can");
  }

  static Stream<Arguments> installationsAndHomes() {
    return Stream.of(Installation.values())
        .flatMap(
            installation ->
                Stream.of("HOME=/", "-u HOME").map(home -> Arguments.of(installation, home)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "openjdk version \"1.8.0_452\"",
        "openjdk version \"11.0.27\" 2025-04-15",
        "java version \"16\" 2021-03-16"
      })
  void namesTheJavaVersionThatItFoundAndTheOneItNeeds(String version) throws Exception {
    Path old = Files.createDirectories(home.resolve("an old JDK/bin"));
    BenchProcess.writeScript(
        old.resolve("java"), "echo 'Picked up x' >&2; echo '" + version + "' >&2\n");
    String number = version.replaceAll(".*\"(.*)\".*", "$1");
    for (Installation installation : Installation.values()) {
      bench(installation, Map.of("JAVA_HOME", home.resolve("an old JDK").toString()), "--help")
          .refused(
              "bench: Java 17 or later is needed, and %s/bin/java is %s; set JAVA_HOME to a newer one"
                  .formatted(home.resolve("an old JDK"), number));
    }
  }

  @Test
  void saysWhichJavaIsMissing() throws Exception {
    String needed = "bench: Java 17 or later is needed, and ";
    bench(Installation.ARCHIVE, Map.of("JAVA_HOME", "/no/jdk"), "--help")
        .refused(
            needed + "/no/jdk/bin/java cannot be run (No such file or directory); set JAVA_HOME");
    Path tools = Files.createDirectory(home.resolve("tools"));
    for (String tool : List.of("bash", "env", "readlink", "dirname", "find", "cat")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }
    for (Installation installation : Installation.values()) {
      bash(
              Map.of("PATH", tools.toString()),
              "unset JAVA_HOME; " + launcher(installation) + "--help")
          .refused(needed + "java cannot be run (command not found); set JAVA_HOME");
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @EnumSource
  void aClosedStandardOutputEndsNoRun(Installation installation) throws Exception {
    Ended ended =
        bash(
            Map.of(),
            launcher(installation) + RUN + " --name piped | head -n 1; echo \"${PIPESTATUS[0]}\"");
    assertThat(ended.out().lines().toList().get(1)).as(ended.all()).isIn("0", "4");
    assertThat(ended.err()).isEmpty();
    assertThat(bash(Map.of(), launcher(installation) + "--help | head -n 1").err()).isEmpty();
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(ints = {40, 400})
  void fitsTheTerminal(int columns) throws Exception {
    Ended ended = inTerminal("xterm", "stty cols " + columns + "; ", RUN);
    ended.measured();
    assertThat(ended.out()).contains("\r" + ESCAPE + "[K");
    assertThat(Stream.of(ended.out().split("\r" + ESCAPE + "\\[K|\n", -1)))
        .filteredOn(line -> line.startsWith("measured"))
        .isNotEmpty()
        .allMatch(line -> line.strip().length() < columns);
    assertThat(inTerminal("xterm", "stty cols " + columns + "; ", "--help").out())
        .contains("Usage: ");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"--help", "producer --help", "history --help"})
  void helpFitsTheTerminal(String help) throws Exception {
    int columns = 72;
    String shown = inTerminal("dumb", "stty cols " + columns + "; ", help).out();
    assertThat(shown).contains("Usage: ");
    assertThat(shown.lines()).allMatch(line -> line.length() <= columns);
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"TERM=dumb", "-u TERM"})
  void aTerminalWithoutEscapesGetsNone(String terminal) throws Exception {
    for (String command : List.of(RUN, "producer --help", "--help", "doctor --help", "run")) {
      assertThat(inTerminal("xterm", "export -n TERM; env " + terminal + " ", command).out())
          .as(command)
          .isNotEmpty()
          .doesNotContain(ESCAPE);
    }
  }

  @Tag("nightly")
  @Test
  void verdictsInTablesHaveColorsInATerminalThatHasThem() throws Exception {
    Files.writeString(
        home.resolve("one.yaml"),
        """
        driver: memory
        load: {warmup: 0, duration: 1s, threads: 1, rate: 100/s}
        matrix: {load.rate: [100/s]}
        """);
    Files.writeString(
        home.resolve("search.yaml"),
        """
        driver: memory
        load: {warmup: 0, duration: 2s, threads: 1}
        find: {start: 100/s, lowest: 100/s, highest: 100/s, probes: 1, curve: false}
        """);
    String verdict = "(1 valid|SUSPECT|INVALID|sustained)" + ESCAPE + "\\[0m";
    for (String experiment : List.of("run one.yaml", "find search.yaml")) {
      assertThat(inTerminal("xterm", "", experiment).out())
          .as(experiment)
          .containsPattern(ESCAPE + "\\[1;3[123]m" + verdict);
      String report = "report results/latest";
      assertThat(inTerminal("xterm", "", report).out())
          .as(experiment)
          .containsPattern(ESCAPE + "\\[1;3[123]m" + verdict);
      assertThat(inTerminal("xterm", "NO_COLOR=1 ", report).out())
          .as(experiment)
          .doesNotContain(ESCAPE);
      assertThat(inTerminal("dumb", "", report).out()).as(experiment).doesNotContain(ESCAPE);
    }
  }

  private Ended inTerminal(String terminal, String before, String command) throws Exception {
    assumeTrue(exists("script"), "needs script of util-linux");
    String line = before + launcher(Installation.ARCHIVE) + command;
    return bash(
        Map.of("TERM", terminal),
        "script -qec '" + line.replace("'", "'\\''") + "' /dev/null </dev/null");
  }

  private String launcher(Installation installation) {
    // Through bash, because of file systems without execution.
    return "bash \"" + launchers.get(installation) + "\" ";
  }

  private Ended bench(Installation installation, Map<String, String> environment, String arguments)
      throws Exception {
    return bash(environment, launcher(installation) + arguments);
  }

  /** Runs a command in the home directory. */
  private Ended bash(Map<String, String> environment, String command) throws Exception {
    Path out = home.resolve("stdout-" + ++calls);
    Path err = home.resolve("stderr-" + calls);
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", "-c", command)
            .directory(home.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("BENCH_JAVA_OPTS", TestJvm.FLAGS);
    builder.environment().remove("NAMESRV_ADDR");
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).as(command).isTrue();
    } finally {
      BenchProcess.kill(process);
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** Skips the test on machines whose users may not have namespaces of their own. */
  private void requires(String namespace) throws Exception {
    assumeTrue(bash(Map.of(), namespace + "true").code() == 0, namespace + "is not permitted");
  }

  private boolean exists(String program) throws Exception {
    return bash(Map.of(), "command -v " + program).code() == 0;
  }

  private static void delete(Path directory) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(directory)) {
      all = new ArrayList<>(files.toList());
    }
    all.sort((one, other) -> other.compareTo(one));
    for (Path each : all) {
      Files.delete(each);
    }
  }
}
