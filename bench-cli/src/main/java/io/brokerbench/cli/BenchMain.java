package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.tools.MeasuringCommands;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.BuildId;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The launcher of all commands. */
public final class BenchMain {

  private static final String NAME = "bench";
  private static final String HELP = "--help";
  private static final String VERSION = "--version";

  /** Exit code of a process whose parent has ended: that of SIGTERM. */
  private static final int CUT_EXIT_CODE = 143;

  private BenchMain() {}

  @CommandLine.Command(
      name = "completion",
      header = "Prints a script that completes commands and flags in bash, zsh or fish.",
      footer = {
        "",
        "Examples:",
        "  source <(bench completion)",
        "  bench completion fish > ~/.config/fish/completions/bench.fish"
      })
  private static final class Completion implements ParsedCommand.Body {

    private enum Shell {
      bash,
      zsh,
      fish
    }

    @CommandLine.Parameters(
        index = "0",
        arity = "0..1",
        paramLabel = "bash|zsh|fish",
        description = "The shell (default: bash)")
    private Shell shell = Shell.bash;

    @Override
    public ExitCode run(ParsedCommand.Call call) {
      if (shell == Shell.fish) {
        FishCompletion.lines(root()).forEach(call.out()::println);
      } else {
        call.out().println(AutoComplete.bash(NAME, new CommandLine(root())));
      }
      return ExitCode.VALID;
    }
  }

  public static void main(String[] args) {
    List<String> given =
        System.getenv().containsKey(SecretHandover.CHILD) ? handedOver() : List.of(args);
    execute(given, System.getenv(), System.out, System.err).end();
  }

  /** The arguments handed over by the process that started this one. */
  private static List<String> handedOver() {
    try {
      SecretHandover handover = SecretHandover.take(System.in);
      String lock = handover.lock();
      if (lock != null) {
        Object held = HeldDirectory.join(Path.of(lock));
        DaemonThreads.start("lifeline", () -> endWith(System.in, held));
      }
      return handover.arguments();
    } catch (IOException e) {
      throw cut();
    }
  }

  static Map<String, Supplier<? extends Command>> commands() {
    Map<String, Supplier<? extends Command>> commands =
        new LinkedHashMap<>(MeasuringCommands.all());
    commands.put("run", () -> new ParsedCommand(new RunCommand()));
    commands.put("reproduce", () -> new ParsedCommand(new ReproduceCommand()));
    commands.put("night", () -> new ParsedCommand(new NightCommand()));
    commands.put("history", () -> new ParsedCommand(new HistoryCommand()));
    commands.put("find", () -> new ParsedCommand(new FindCommand()));
    commands.put("check", () -> new ParsedCommand(new CheckCommand()));
    commands.put("import", () -> new ParsedCommand(new ImportCommand()));
    commands.put("compare", () -> new ParsedCommand(new CompareCommand()));
    commands.put("report", () -> new ParsedCommand(new ReportCommand()));
    commands.put("serve", () -> new ParsedCommand(new ServeCommand()));
    commands.put("doctor", () -> new ParsedCommand(new DoctorCommand()));
    commands.put("figures", () -> new ParsedCommand(new FiguresCommand()));
    commands.put("plan", () -> new ParsedCommand(new PlanCommand()));
    commands.put("cluster", () -> new ParsedCommand(new ClusterCommand()));
    commands.put("cleanup", () -> new ParsedCommand(new CleanupCommand()));
    commands.put("worker", () -> new ParsedCommand(new WorkerCommand()));
    commands.put("completion", () -> new ParsedCommand(new Completion()));
    return commands;
  }

  static ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
    Map<String, Supplier<? extends Command>> commands = commands();
    String name = args.isEmpty() ? HELP : args.get(0);
    if (List.of("-h", HELP, "help").contains(name)) {
      out.print(Overview.text(root()));
      return ExitCode.VALID;
    }
    if (name.equals(VERSION)) {
      out.println(
          Text.of(
              "brokerbench %s, build %s, Java %s",
              version(), BuildId.current(), Runtime.version()));
      return ExitCode.VALID;
    }
    Supplier<? extends Command> command = commands.get(name);
    if (command == null) {
      err.println(
          Text.of(
              "bench: there is no command %s%s; bench --help shows all",
              name, Settings.nearest(name, commands.keySet())));
      return ExitCode.BAD_INPUT;
    }
    return command.get().execute(args.subList(1, args.size()), environment, out, err);
  }

  /** The version of the build that made this class. */
  private static String version() {
    Properties build = new Properties();
    try (InputStream in = BenchMain.class.getResourceAsStream("build.properties")) {
      build.load(requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return requireNonNull(build.getProperty("version"));
  }

  private static CommandSpec root() {
    return Overview.of(NAME, commands());
  }

  /**
   * Ends this process as a signal would at the end of the stream, which comes when the process that
   * started it has ended.
   *
   * @param held object that stays reachable until then
   */
  private static void endWith(InputStream in, Object held) {
    try {
      while (in.read() >= 0) {
        // The stream carries no data.
      }
    } catch (IOException e) {
      // Equivalent to the end of the stream.
    } finally {
      Reference.reachabilityFence(held);
    }
    throw cut();
  }

  /** Ends the process, because the process that started it has ended. */
  private static IllegalStateException cut() {
    System.exit(CUT_EXIT_CODE);
    return new IllegalStateException("exited");
  }
}
