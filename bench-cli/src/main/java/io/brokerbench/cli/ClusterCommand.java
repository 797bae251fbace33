package io.brokerbench.cli;

import io.brokerbench.command.Concern;
import io.brokerbench.command.ExitCode;
import io.brokerbench.command.RocketMqFlags;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.file.BadInputException;
import io.brokerbench.run.Experiment;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps a cluster up independently of runs: to experiment with, or to measure repeatedly. */
@Command(
    name = "cluster",
    header = "Starts a local cluster that stays up, shows it, or stops it.",
    description = {
      "up: starts a cluster. status: shows its address. down: stops it and removes its data. Each"
          + " directory of results has at most one cluster.",
      ""
    },
    footer = {"", "Examples:", "  bench cluster up --flush sync", "  bench cluster down"})
final class ClusterCommand implements ParsedCommand.OfWorkload {

  private static final String LOG = "cluster.log";

  /** The file that up locks while it starts a cluster. */
  private static final String LOCK = "cluster.lock";

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int PATIENCE_SECONDS = 60;

  @Parameters(index = "0", paramLabel = "up|status|down", description = "Action")
  private String action = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE.yaml",
      description = "Workload file with the settings of the cluster")
  private @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any setting: flush=sync, cluster.version=4.9.7")
  private List<String> assignments = List.of();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of its file and its log (default: results)")
  private @Nullable String out;

  private enum Action {
    UP,
    STATUS,
    DOWN,
    /** The process started by up, which keeps the cluster. */
    KEEP
  }

  @Override
  public boolean takes(Concern concern, String flag) {
    return concern == Concern.CLUSTER;
  }

  @Override
  public ExitCode run(ParsedCommand.Call call)
      throws BadInputException, SettingsException, IOException, InterruptedException {
    Action chosen = action();
    if (chosen == Action.STATUS || chosen == Action.DOWN) {
      refuseSettings(call.flags());
    }
    return switch (chosen) {
      case UP -> up(call);
      case STATUS -> status(call.out());
      case DOWN -> down(call);
      case KEEP -> keep(call);
    };
  }

  private Path results() {
    return Path.of(out == null ? "results" : out);
  }

  private Action action() throws BadInputException {
    try {
      return Action.valueOf(action.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          Text.of("cluster: must be one of up, status, down, got \"%s\"", action));
    }
  }

  /** Refuses what only the start of a cluster uses, such as a directory given without its flag. */
  private void refuseSettings(List<String> flags) throws BadInputException {
    List<String> given = new ArrayList<>();
    if (file != null) {
      given.add(file.toString());
    }
    if (!assignments.isEmpty()) {
      given.add("--set");
    }
    flags.forEach(flag -> given.add(flag.split("=", 2)[0]));
    if (!given.isEmpty()) {
      throw new BadInputException(
          Text.of(
              "cluster %s: takes no settings, got %s; name the directory of its file by --out",
              action, String.join(", ", given)));
    }
  }

  private ExitCode up(ParsedCommand.Call call)
      throws BadInputException, SettingsException, IOException, InterruptedException {
    Path results = results();
    refuseSecond(results);
    Experiment experiment = experiment(call);
    experiment.warnings().forEach(call.err()::println);
    if (experiment.settings().value("cluster.host").equals("external")) {
      throw new BadInputException("cluster.host: brokerbench does not start an external cluster");
    }
    SecretHandover.requireSafeFlags();
    Files.createDirectories(results);
    try (FileChannel lock =
        FileChannel.open(
            results.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (lock.tryLock() == null) {
        throw new BadInputException(
            Text.of(
                "another bench cluster up is starting a cluster in %s; wait until it is up, or name"
                    + " another directory by --out",
                results));
      }
      refuseSecond(results);
      return awaitKeeper(call, results);
    }
  }

  private static void refuseSecond(Path results) throws BadInputException {
    Optional<KeptCluster> other = KeptCluster.read(results);
    if (other.isPresent()) {
      throw new BadInputException(
          Text.of(
              "a cluster is up already at %s; bench cluster down ends it", other.get().address()));
    }
  }

  /** Starts the process that keeps the cluster, and shows its steps until the cluster is up. */
  private ExitCode awaitKeeper(ParsedCommand.Call call, Path results)
      throws BadInputException, IOException, InterruptedException {
    Path log = results.resolve(LOG);
    Process keeper = start(log, call.flags());
    // An interrupted command leaves no process behind.
    Thread undo = new Thread(keeper::destroy, "undo-cluster-up");
    Runtime.getRuntime().addShutdownHook(undo);
    int printed = 0;
    while (KeptCluster.read(results).isEmpty()) {
      boolean failed = keeper.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
      printed = printSteps(log, printed, call.err());
      if (failed) {
        return keeper.exitValue() == ExitCode.BUG.code() ? ExitCode.BUG : ExitCode.BROKER_FAILED;
      }
    }
    Runtime.getRuntime().removeShutdownHook(undo);
    return status(call.out());
  }

  /** Prints the complete lines of a log from an index on; returns the index of the next one. */
  private static int printSteps(Path log, int from, PrintStream console) throws IOException {
    String text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    int end = Math.max(from, text.lastIndexOf('\n') + 1);
    console.print(text.substring(from, end));
    console.flush();
    return end;
  }

  private Experiment experiment(ParsedCommand.Call call) throws SettingsException {
    List<String> flags = new ArrayList<>(call.flags());
    if (out != null) {
      flags.addAll(List.of("--out", results().toString()));
    }
    // The cluster is to be started, whatever cluster the environment names.
    Map<String, String> environment = new HashMap<>(call.environment());
    environment.remove(RocketMqFlags.NAMESRV_ADDR);
    return MeasuringCommands.ofCluster(flags, file, assignments, environment);
  }

  /** Starts the keeper in a session of its own, so that it survives the end of the terminal. */
  private Process start(Path log, List<String> flags) throws IOException {
    List<String> command = new ArrayList<>();
    if (new File("/usr/bin/setsid").canExecute()) {
      command.add("/usr/bin/setsid");
    }
    List<String> arguments =
        new ArrayList<>(List.of("cluster", "keep", "--out", results().toString()));
    if (file != null) {
      arguments.add(file.toString());
    }
    arguments.addAll(flags);
    assignments.forEach(assignment -> arguments.addAll(List.of("--set", assignment)));
    SecretHandover handover = SecretHandover.of(arguments, null);
    command.addAll(handover.command());
    Process keeper =
        handover.start(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
    keeper.getOutputStream().close();
    return keeper;
  }

  private ExitCode keep(ParsedCommand.Call call)
      throws SettingsException, IOException, InterruptedException {
    PrintStream console = call.out();
    Experiment experiment = experiment(call);
    try (Cluster cluster = experiment.cluster().start(console::println)) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> end(cluster, console), "end-of-cluster"));
      // Closed at once: connecting only checks that the cluster accepts clients.
      try (Session session =
          experiment.driver().connect(cluster, Seat.PREPARATION, console::println)) {
        console.println(session.promise().text());
      }
      KeptCluster.of(cluster, experiment.workload().driver(), experiment.settings())
          .write(results());
      // Waits regardless of the state of the cluster's processes, which the user may change. A
      // signal ends the wait.
      while (true) {
        TimeUnit.DAYS.sleep(1);
      }
    } catch (BrokerException e) {
      Files.deleteIfExists(KeptCluster.file(results()));
      console.println(Secrets.text(String.valueOf(e.getMessage())));
      return ExitCode.BROKER_FAILED;
    }
  }

  private void end(Cluster cluster, PrintStream console) {
    cluster.close();
    try {
      Files.deleteIfExists(KeptCluster.file(results()));
    } catch (IOException e) {
      console.println(e);
    }
  }

  private ExitCode status(PrintStream console) throws BadInputException {
    Optional<KeptCluster> kept = KeptCluster.read(results());
    if (kept.isEmpty()) {
      console.println("no cluster is up; start one by: bench cluster up");
      return ExitCode.BROKER_FAILED;
    }
    KeptCluster cluster = kept.get();
    console.println("address: " + cluster.address());
    for (Map.Entry<String, Long> node : cluster.nodes().entrySet()) {
      console.printf(Locale.ROOT, "%s: process %d%n", node.getKey(), node.getValue());
    }
    console.println("measure it: bench producer" + cluster.flags());
    return ExitCode.VALID;
  }

  private ExitCode down(ParsedCommand.Call call) throws BadInputException, InterruptedException {
    Optional<ProcessHandle> keeper = KeptCluster.read(results()).flatMap(KeptCluster::keeper);
    if (keeper.isEmpty()) {
      call.out().println("no cluster is up");
      return ExitCode.VALID;
    }
    keeper.get().destroy();
    try {
      keeper.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      Path log = results().resolve(LOG);
      call.err().println(Text.of("process %d does not end, see %s", keeper.get().pid(), log));
      return ExitCode.BROKER_FAILED;
    }
    call.out().println("the cluster is down");
    return ExitCode.VALID;
  }
}
