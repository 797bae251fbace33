package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.Exit;
import io.brokerbench.command.ExitCode;
import io.brokerbench.stored.HeldDirectory;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The launcher: every command there is. */
public final class BenchMain {

  private static final String NAME = "bench";

  private BenchMain() {}

  public static void main(String[] args) {
    List<String> given = System.getenv().containsKey(Handover.CHILD) ? told() : List.of(args);
    Exit.with(execute(given, System.getenv(), System.out, System.err));
  }

  /** The arguments that another process of this kind has for this one. */
  private static List<String> told() {
    try {
      Handover told = Handover.take(System.in);
      String lock = told.lock();
      if (lock != null) {
        Lifeline.hold(System.in, HeldDirectory.join(Path.of(lock)));
      }
      return told.arguments();
    } catch (IOException e) {
      throw Lifeline.cut();
    }
  }

  private static Map<String, Supplier<? extends Command>> commands() {
    Map<String, Supplier<? extends Command>> commands = new LinkedHashMap<>(Tools.all());
    commands.put("run", RunCommand::create);
    commands.put("find", FindCommand::create);
    commands.put("check", CheckCommand::create);
    commands.put("import", ImportCommand::create);
    commands.put("compare", CompareCommand::create);
    commands.put("report", ReportCommand::create);
    commands.put("doctor", DoctorCommand::create);
    commands.put("plan", PlanCommand::create);
    commands.put("cluster", ClusterCommand::create);
    commands.put("completion", BenchMain::completion);
    return commands;
  }

  static ExitCode execute(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
    Map<String, Supplier<? extends Command>> commands = commands();
    String name = args.isEmpty() ? "" : args.get(0);
    if (List.of("-h", "--help", "help").contains(name)) {
      new CommandLine(root()).usage(out);
      return ExitCode.VALID;
    }
    Supplier<? extends Command> command = commands.get(name);
    if (command == null) {
      err.println(
          name.isEmpty()
              ? "bench: needs a command: " + String.join(", ", commands.keySet())
              : String.format(
                  Locale.ROOT,
                  "bench: there is no command %s%s; bench --help shows all",
                  name,
                  Settings.nearest(name, commands.keySet())));
      return ExitCode.BAD_INPUT;
    }
    return command.get().execute(args.subList(1, args.size()), environment, out, err);
  }

  private static CommandSpec root() {
    CommandSpec root = CommandSpec.create().name(NAME);
    root.usageMessage()
        .description("Benchmarks for message brokers.")
        .footer("", "bench COMMAND --help shows a command's flags.");
    commands()
        .forEach(
            (name, command) -> root.addSubcommand(name, new CommandLine(command.get().spec())));
    return root;
  }

  private static Command completion() {
    return new ParsedCommand(
        ParsedCommand.spec(
            "completion", "A script that completes commands and flags in bash and zsh."),
        call -> {
          call.out().println(AutoComplete.bash(NAME, new CommandLine(root())));
          return ExitCode.VALID;
        });
  }
}
