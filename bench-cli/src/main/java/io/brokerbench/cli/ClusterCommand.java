package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.run.Experiment;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.SettingsException;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Keeps a cluster up that is no run's: to play with, or to measure more than once. */
final class ClusterCommand {

  private static final String[] DESCRIPTION = {
    "up starts a cluster as the settings say, and leaves it up. status tells where it is. down ends"
        + " it and removes its data. There is one for each directory of results.",
    ""
  };

  private static final String LOG = "cluster.log";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int PATIENCE_SECONDS = 60;

  private final ParsedCommand.Call call;
  private final PrintStream out;
  private final Path results;

  private ClusterCommand(ParsedCommand.Call call) {
    this.call = call;
    this.out = call.out();
    this.results = Path.of(call.parsed().matchedOptionValue("--out", "results"));
  }

  private enum Action {
    UP,
    STATUS,
    DOWN,
    /** What up starts: the process that keeps the cluster. */
    KEEP
  }

  static Command create() {
    CommandSpec spec = ParsedCommand.spec("cluster", DESCRIPTION);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("up|status|down")
            .type(String.class)
            .required(true)
            .description("What to do")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1")
            .arity("0..1")
            .paramLabel("FILE.yaml")
            .type(Path.class)
            .description("A workload whose cluster it is to be")
            .build());
    spec.addOption(
        OptionSpec.builder("--set")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("KEY=VALUE")
            .description("Any setting: flush=sync, cluster.version=4.9.7")
            .build());
    spec.addOption(
        OptionSpec.builder("--out")
            .type(String.class)
            .paramLabel("DIR")
            .description("Where its file and its log are (results)")
            .build());
    return new ParsedCommand(spec, parsed -> new ClusterCommand(parsed).run());
  }

  private ExitCode run()
      throws BadInputException, SettingsException, IOException, InterruptedException {
    return switch (action()) {
      case UP -> up();
      case STATUS -> status();
      case DOWN -> down();
      case KEEP -> keep();
    };
  }

  private Action action() throws BadInputException {
    String text = call.parsed().matchedPositionalValue(0, "");
    try {
      return Action.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          String.format(Locale.ROOT, "cluster: must be one of up, status, down, got \"%s\"", text));
    }
  }

  private ExitCode up()
      throws BadInputException, SettingsException, IOException, InterruptedException {
    Optional<KeptCluster> other = KeptCluster.read(results);
    if (other.isPresent()) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "a cluster is up already at %s; bench cluster down ends it",
              other.get().address()));
    }
    Experiment experiment = experiment();
    if (experiment.settings().getOrDefault("cluster.host", "").equals("external")) {
      throw new BadInputException("cluster.host: an external cluster is not ours to start");
    }
    Handover.requireSafeFlags();
    Files.createDirectories(results);
    Path log = results.resolve(LOG);
    Process keeper = start(log);
    // Who is interrupted leaves nothing behind.
    Thread undo = new Thread(keeper::destroy, "undo-cluster-up");
    Runtime.getRuntime().addShutdownHook(undo);
    while (KeptCluster.read(results).isEmpty()) {
      if (keeper.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        String text = Files.readString(log).strip();
        call.err().println(text.substring(text.lastIndexOf('\n') + 1));
        return keeper.exitValue() == ExitCode.BUG.code() ? ExitCode.BUG : ExitCode.BROKER_FAILED;
      }
    }
    Runtime.getRuntime().removeShutdownHook(undo);
    return status();
  }

  private Experiment experiment() throws SettingsException {
    List<String> flags = new ArrayList<>();
    ParseResult parsed = call.parsed();
    if (parsed.hasMatchedOption("--out")) {
      flags.addAll(List.of("--out", results.toString()));
    }
    @Nullable Path file = parsed.matchedPositionalValue(1, null);
    if (file != null) {
      flags.addAll(List.of("--workload", file.toString()));
    }
    List<String> assignments = parsed.matchedOptionValue("--set", List.of());
    assignments.forEach(assignment -> flags.addAll(List.of("--set", assignment)));
    return Objects.requireNonNull(Tools.all().get("producer"))
        .get()
        .check(flags, call.environment());
  }

  /** The same command again, in a session of its own: it stays when the terminal goes. */
  private Process start(Path log) throws IOException {
    List<String> command = new ArrayList<>();
    if (new File("/usr/bin/setsid").canExecute()) {
      command.add("/usr/bin/setsid");
    }
    List<String> arguments =
        new ArrayList<>(List.of("cluster", "keep", "--out", results.toString()));
    ParseResult parsed = call.parsed();
    @Nullable Path file = parsed.matchedPositionalValue(1, null);
    if (file != null) {
      arguments.add(file.toString());
    }
    List<String> assignments = parsed.matchedOptionValue("--set", List.of());
    assignments.forEach(assignment -> arguments.addAll(List.of("--set", assignment)));
    Handover handover = Handover.of(arguments, null);
    command.addAll(handover.command());
    Process keeper =
        handover.start(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
    keeper.getOutputStream().close();
    return keeper;
  }

  private ExitCode keep() throws SettingsException, IOException, InterruptedException {
    Experiment experiment = experiment();
    try (Cluster cluster = experiment.cluster().start(out::println)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(cluster), "end-of-cluster"));
      // Closed at once: it is only to be seen that messages pass.
      try (Session session = experiment.driver().connect(cluster, out::println)) {
        out.println(session.promise().text());
      }
      KeptCluster.of(cluster, experiment.workload().driver()).write(results);
      // Whatever becomes of its processes: people play with them. A signal ends it.
      while (true) {
        TimeUnit.DAYS.sleep(1);
      }
    } catch (BrokerException e) {
      Files.deleteIfExists(KeptCluster.file(results));
      out.println(Secrets.text(String.valueOf(e.getMessage())));
      return ExitCode.BROKER_FAILED;
    }
  }

  private void end(Cluster cluster) {
    cluster.close();
    try {
      Files.deleteIfExists(KeptCluster.file(results));
    } catch (IOException e) {
      out.println(e);
    }
  }

  private ExitCode status() throws IOException {
    Optional<KeptCluster> kept = KeptCluster.read(results);
    if (kept.isEmpty()) {
      out.println("no cluster is up; bench cluster up starts one");
      return ExitCode.BROKER_FAILED;
    }
    KeptCluster cluster = kept.get();
    out.println("address: " + cluster.address());
    for (Map.Entry<String, Long> node : cluster.nodes().entrySet()) {
      out.printf(Locale.ROOT, "%s: process %d%n", node.getKey(), node.getValue());
    }
    out.println("measure it: bench producer" + cluster.flags());
    return ExitCode.VALID;
  }

  private ExitCode down() throws IOException, InterruptedException {
    Optional<ProcessHandle> keeper = KeptCluster.read(results).flatMap(KeptCluster::keeper);
    if (keeper.isEmpty()) {
      out.println("no cluster is up");
      return ExitCode.VALID;
    }
    keeper.get().destroy();
    try {
      keeper.get().onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      call.err()
          .printf(
              Locale.ROOT,
              "process %d does not end, see %s%n",
              keeper.get().pid(),
              results.resolve(LOG));
      return ExitCode.BROKER_FAILED;
    }
    out.println("the cluster is down");
    return ExitCode.VALID;
  }
}
