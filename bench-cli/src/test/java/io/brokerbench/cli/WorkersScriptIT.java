package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.command.ExitCode;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.testkit.Leaks;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code scripts/workers} as part of a distribution, with two hosts that are servers of OpenSSH on
 * loopback, each with a home directory of its own. The launcher is a stand-in that starts a child,
 * except in a test at night.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkersScriptIT {

  private static final Path SERVER = Path.of("/usr/sbin/sshd");
  private static final Path CLIENT = Path.of("/usr/bin/ssh");
  private static final Path RSYNC = Path.of("/usr/bin/rsync");

  /**
   * A directory without which a server that runs as root does not start; the package's service
   * makes it.
   */
  private static final Path PRIVILEGE_SEPARATION = Path.of("/run/sshd");

  private static final String SECRET = "s3cretKeyOfTheWorker";
  private static final String FOREIGN_SECRET = "s3cretKeyOfTheController";
  private static final int PATIENCE_SECONDS = 120;
  private static final String JAVA_HOME = System.getProperty("java.home");
  private static final String JVM_FLAGS = "-Xms64m -Xmx256m " + TestJvm.FLAGS;
  private static final int MESSAGES = 400;

  private final Path home;
  private final List<ProcessHandle> started = new ArrayList<>();
  private boolean madePrivilegeSeparation;

  WorkersScriptIT(@TempDir Path home) throws IOException {
    this.home = home.toRealPath();
  }

  @BeforeAll
  void startServers() throws Exception {
    if (!"1".equals(System.getenv("BENCH_REQUIRE_SSH"))) {
      assumeThat(List.of(SERVER, CLIENT, RSYNC))
          .as("scripts/ssh/prepare installs what is missing")
          .allMatch(Files::isExecutable);
    }
    writeDistribution();
    writeCredentials();
    if (System.getProperty("user.name").equals("root") && Files.notExists(PRIVILEGE_SEPARATION)) {
      Files.createDirectory(PRIVILEGE_SEPARATION);
      madePrivilegeSeparation = true;
    }
    for (String key : List.of("host", "client")) {
      String[] command = {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", at(key)};
      assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }
    Files.writeString(
        home.resolve("ssh_config"),
        """
        Host one two broken absent
          HostName 127.0.0.1
          IdentityFile %s
          IdentitiesOnly yes
          UserKnownHostsFile /dev/null
          StrictHostKeyChecking no
        Host one broken
          Port %d
        Host two
          Port %d
        Host absent
          Port %d
        """
            .formatted(at("client"), startServer("one"), startServer("two"), FreePort.choose()));
    Path programs = Files.createDirectory(home.resolve("programs"));
    BenchProcess.writeScript(
        programs.resolve("ssh"),
        "echo \"$@\" >>%s; exec %s -F %s \"$@\"%n"
            .formatted(at("arguments"), CLIENT, at("ssh_config")));
  }

  private String at(String name) {
    return home.resolve(name).toString();
  }

  private void writeDistribution() throws IOException {
    Path programs = Files.createDirectories(home.resolve("distribution/bin"));
    Path script = programs.resolve("workers");
    Files.copy(Path.of("..", "scripts", "workers"), script);
    // As in a directory of PATH.
    Files.createSymbolicLink(home.resolve("workers"), script);
    Path jars = Files.createDirectory(home.resolve("distribution/lib"));
    Files.writeString(jars.resolve("brokerbench.jar"), "classes");
    BenchProcess.writeScript(
        programs.resolve("bench"),
        """
        case "$7" in
          broken) echo "controller:7700 refuses this worker" && exit 2 ;;
          two) trap '' TERM ;;
        esac
        echo "$@" >arguments
        setsid sleep 600 &
        echo $! >child
        wait
        """);
  }

  private void writeCredentials() throws IOException {
    Path credentials = Files.createDirectory(home.resolve("credentials"));
    for (String name : List.of("authority.pem", "controller.pem", "worker.pem")) {
      Files.writeString(credentials.resolve(name), name);
    }
    Files.writeString(credentials.resolve("worker-key.pem"), SECRET);
    Files.writeString(credentials.resolve("controller-key.pem"), FOREIGN_SECRET);
  }

  /** Starts a server whose users find themselves in a directory of this name; returns its port. */
  private int startServer(String name) throws IOException {
    int port = FreePort.choose();
    Path directory = Files.createDirectory(home.resolve(name));
    Path settings =
        Files.writeString(
            home.resolve(name + ".conf"),
            """
            ListenAddress 127.0.0.1:%d
            HostKey %s
            AuthorizedKeysFile %s
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            ForceCommand cd %s && export JAVA_HOME='%s' BENCH_JAVA_OPTS='%s' \
              && exec sh -c "$SSH_ORIGINAL_COMMAND"
            """
                .formatted(port, at("host"), at("client.pub"), directory, JAVA_HOME, JVM_FLAGS));
    started.add(
        new ProcessBuilder(SERVER.toString(), "-D", "-e", "-f", settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve(name + ".log").toFile())
            .start()
            .toHandle());
    await()
        .ignoreExceptions()
        .until(
            () -> {
              new Socket(InetAddress.getLoopbackAddress(), port).close();
              return true;
            });
    return port;
  }

  @AfterEach
  void endWorkers() throws Exception {
    for (String host : List.of("one", "two")) {
      if (Files.exists(directory(host).resolve("child"))) {
        processes(host).forEach(pid -> ProcessHandle.of(pid).ifPresent(started::add));
      }
    }
    workers("down", "one", "two", "broken");
  }

  @AfterAll
  void endServers() throws IOException {
    for (ProcessHandle process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (madePrivilegeSeparation) {
      Files.delete(PRIVILEGE_SEPARATION);
    }
  }

  /**
   * Exit code and lines of a call.
   *
   * @param lines with single spaces
   */
  private record Said(int code, List<String> lines) {}

  private Said workers(String... arguments) throws IOException, InterruptedException {
    return call(home.resolve("workers"), arguments);
  }

  private Said call(Path script, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(home, "output", "");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().merge("PATH", at("programs"), (path, first) -> first + ":" + path);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Said(
        process.exitValue(),
        Files.readAllLines(output).stream().map(line -> line.replaceAll(" +", " ")).toList());
  }

  private Said up(String... hosts) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of("up", "--join", "controller:7700", "--credentials", at("credentials")));
    arguments.addAll(List.of(hosts));
    return workers(arguments.toArray(String[]::new));
  }

  private Path directory(String host) {
    return home.resolve(host).resolve(".brokerbench-worker-" + host);
  }

  /** The worker's process and its child. */
  private List<Long> processes(String host) throws IOException {
    return List.of(number(host, "pid"), number(host, "child"));
  }

  private long number(String host, String file) throws IOException {
    return Long.parseLong(Files.readString(directory(host).resolve(file)).strip());
  }

  /** Whether a process runs; one whose end no parent has read has no arguments any more. */
  private static boolean runs(long process) {
    try {
      return !Files.readString(Path.of("/proc", Long.toString(process), "cmdline")).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> !file.equals(directory)).toList();
    }
  }

  /** Starts a process in a session of its own. */
  private Process stranger(Path directory) throws IOException {
    Process stranger =
        new ProcessBuilder("setsid", "sleep", "600").directory(directory.toFile()).start();
    started.add(stranger.toHandle());
    return stranger;
  }

  @Test
  void downEndsWhatUpStartedAndNothingElse() throws Exception {
    Said up = up("one", "absent", "two");
    assertThat(up.code()).as(up.toString()).isEqualTo(1);
    List<Long> processes = new ArrayList<>(processes("one"));
    processes.addAll(processes("two"));
    assertThat(up.lines())
        .hasSize(3)
        .startsWith("one up process " + processes.get(0))
        .endsWith("two up process " + processes.get(2));
    assertThat(up.lines().get(1)).startsWith("absent FAILED ssh: connect to host");
    assertThat(processes).allMatch(WorkersScriptIT::runs);
    assertThat(directory("one").resolve("arguments"))
        .hasContent("worker --join controller:7700 --credentials credentials --name one");

    Said again = up("one");
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.lines())
        .singleElement()
        .asString()
        .startsWith("one FAILED")
        .contains("exists");
    assertThat(processes).allMatch(WorkersScriptIT::runs);

    Process stranger = stranger(directory("one"));
    Said down = workers("down", "one", "two");
    assertThat(down.code()).as(down.toString()).isZero();
    assertThat(down.lines())
        .hasSize(2)
        .allMatch(line -> line.matches("(?:one|two) down ended process \\d+ \\d+"));
    assertThat(processes).noneMatch(WorkersScriptIT::runs);
    assertThat(stranger.isAlive()).isTrue();
    assertThat(files(home.resolve("one"))).isEmpty();
    assertThat(files(home.resolve("two"))).isEmpty();

    Said nothing = workers("down", "one", "two", "absent");
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.lines())
        .hasSize(3)
        .startsWith("one down nothing was there", "two down nothing was there");
    assertThat(nothing.lines().get(2)).startsWith("absent FAILED ssh: connect to host");
    assertThat(workers("down", "one", "two").code()).isZero();
  }

  @Test
  void aHostHasTheWorkersFilesForItsOwnerOnly() throws Exception {
    assertThat(up("one").code()).isZero();
    Path directory = directory("one");
    assertThat(directory.resolve("bin/bench")).isExecutable();
    assertThat(directory.resolve("lib/brokerbench.jar")).hasContent("classes");
    assertThat(files(directory.resolve("credentials")))
        .extracting(file -> file.getFileName().toString())
        .containsExactlyInAnyOrder("authority.pem", "worker.pem", "worker-key.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    for (Path file : files(directory)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .as(file.toString())
          .endsWith("------");
    }
    assertThat(Leaks.filesWith(SECRET, home))
        .containsExactlyInAnyOrder(
            home.resolve("credentials/worker-key.pem"),
            directory.resolve("credentials/worker-key.pem"));
    assertThat(Leaks.filesWith(FOREIGN_SECRET, home))
        .containsExactly(home.resolve("credentials/controller-key.pem"));
  }

  @Test
  void aWorkerThatEndsAtOnceHasFailedAndLeavesNothing() throws Exception {
    Said up = up("broken");
    assertThat(up.code()).isEqualTo(1);
    assertThat(up.lines())
        .containsExactly("broken FAILED the worker ended: controller:7700 refuses this worker");
    assertThat(files(home.resolve("one"))).isEmpty();
  }

  /** As after a restart of the machine: the number of the session is another process's now. */
  @Test
  void aNumberThatNowIsAnotherProcessIsNotEnded() throws Exception {
    Process stranger = stranger(home);
    Files.createDirectory(directory("one"));
    Files.writeString(directory("one").resolve("pid"), stranger.pid() + "\n");
    Said down = workers("down", "one");
    assertThat(down.code()).isZero();
    assertThat(down.lines()).containsExactly("one down its worker had ended");
    assertThat(stranger.isAlive()).isTrue();
    assertThat(files(home.resolve("one"))).isEmpty();
  }

  /** The distribution's own launcher: workers end after a run, and by {@code down} before one. */
  @Tag("nightly")
  @Test
  void workersOfTheDistributionGenerateTheLoadOfARun(@TempDir Path other) throws Exception {
    Path programs =
        Distribution.unpack(Files.createDirectory(other.resolve("archive"))).resolve("bin");
    Path script = programs.resolve("workers");
    String credentials = other.resolve("credentials").toString();
    assertThat(CommandOutput.of("worker", "credentials", credentials).code())
        .isEqualTo(ExitCode.VALID);
    String address = "127.0.0.1:" + FreePort.choose();
    String[] up = {"up", "--join", address, "--credentials", credentials, "one", "two"};
    String[] down = {"down", "one", "two"};

    Said first = call(script, up);
    assertThat(first.code()).as(first.toString()).isZero();
    List<Long> workers = List.of(number("one", "pid"), number("two", "pid"));
    RunResult run = run(programs.resolve("bench"), address, credentials, other);
    assertThat(run.audit().attempted()).isEqualTo(MESSAGES);
    assertThat(run.sends().acked()).isEqualTo(MESSAGES);
    assertThat(requireNonNull(run.workers()))
        .allSatisfy(worker -> assertThat(worker.sent()).isPositive())
        .extracting(WorkerUse::name)
        .containsExactlyInAnyOrder("one", "two");
    await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .until(() -> workers.stream().noneMatch(WorkersScriptIT::runs));
    Said ended = call(script, down);
    assertThat(ended.code()).as(ended.toString()).isZero();
    assertThat(ended.lines())
        .containsExactly("one down its worker had ended", "two down its worker had ended");

    Said second = call(script, up);
    assertThat(second.code()).as(second.toString()).isZero();
    List<Long> waiting = List.of(number("one", "pid"), number("two", "pid"));
    assertThat(waiting).allMatch(WorkersScriptIT::runs);
    assertThat(call(script, down).lines())
        .satisfiesExactly(
            one -> assertThat(one).startsWith("one down ended process " + waiting.get(0)),
            two -> assertThat(two).startsWith("two down ended process " + waiting.get(1)));
    assertThat(waiting).noneMatch(WorkersScriptIT::runs);
    assertThat(files(home.resolve("one"))).isEmpty();
    assertThat(files(home.resolve("two"))).isEmpty();
  }

  /** Runs a controller for two workers, with the broker in memory; returns the result. */
  private RunResult run(Path bench, String address, String credentials, Path directory)
      throws IOException, InterruptedException {
    Path results = directory.resolve("results");
    Path output = directory.resolve("output");
    List<String> command = new ArrayList<>(List.of(bench.toString(), "producer"));
    command.addAll(List.of("--driver", "memory", "-w", "4", "--rate", "200/s", "--warmup", "0s"));
    command.addAll(List.of("--set", "load.messages=" + MESSAGES, "--out", results.toString()));
    command.addAll(List.of("--workers", "2", "--listen", address, "--credentials", credentials));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    builder.environment().put("BENCH_JAVA_OPTS", JVM_FLAGS);
    Process process = builder.start();
    started.add(process.toHandle());
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as(Files.readString(output))
        .isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isIn(0, 4);
    return RunFile.read(Entries.only(results).resolve(RunFile.NAME));
  }
}
