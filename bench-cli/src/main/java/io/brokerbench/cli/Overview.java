package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;

import io.brokerbench.command.Command;
import io.brokerbench.command.HelpPage;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code bench} shows without a command: first steps, and the commands by purpose. */
final class Overview {

  private record Group(String title, List<String> commands) {}

  private static final List<Group> GROUPS =
      List.of(
          new Group("Measure", List.of("producer", "batchproducer", "consumer", "tproducer")),
          new Group("Experiments", List.of("run", "find", "reproduce", "night")),
          new Group("Results", List.of("report", "compare", "serve", "history")),
          new Group("Preparation", List.of("doctor", "check", "import", "figures", "plan")),
          new Group("Brokers and machines", List.of("cluster", "cleanup", "worker")),
          new Group("Shell", List.of("completion")));

  private static final String[] FIRST_STEPS = {
    "",
    "First steps:",
    "  bench doctor                     what this machine can do, and what is missing",
    "  bench producer                   RocketMQ on this machine, in two minutes",
    "  bench producer -n HOST:9876 -t brokerbench-trial --rate 100/s",
    "                                   an existing cluster, gently",
    "  bench run workloads/modes.yaml   the four modes of replication and flush",
    ""
  };

  private Overview() {}

  /** The specification of {@code bench} with its commands. */
  static CommandSpec of(String name, Map<String, Supplier<? extends Command>> commands) {
    CommandSpec root = CommandSpec.create().name(name);
    HelpPage.format(root);
    root.usageMessage()
        .header("Benchmarks for message brokers.", "")
        .synopsisHeading("Usage: ")
        .customSynopsis(name + " COMMAND [FLAGS]")
        .description(FIRST_STEPS)
        .footer(
            "",
            Text.of(
                "%1$s COMMAND --help shows the flags of a command, %1$s --version the version.",
                name));
    commands.forEach(
        (each, command) -> root.addSubcommand(each, new CommandLine(command.get().spec())));
    return root;
  }

  static String text(CommandSpec root) {
    CommandLine command = HelpPage.commandLine(root);
    command
        .getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            help ->
                GROUPS.stream()
                    .map(group -> section(group, help.subcommands()))
                    .collect(Collectors.joining(System.lineSeparator())));
    command.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    return command.getUsageMessage();
  }

  private static String section(Group group, Map<String, CommandLine.Help> commands) {
    return Stream.concat(
            Stream.of(group.title() + ":"),
            group.commands().stream().map(name -> line(name, requireNonNull(commands.get(name)))))
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private static String line(String name, CommandLine.Help command) {
    return Text.of("  %-14s %s", name, command.commandSpec().usageMessage().header()[0]);
  }
}
