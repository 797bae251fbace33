package io.brokerbench.cli;

import static java.util.Objects.requireNonNull;

import io.brokerbench.command.Command;
import io.brokerbench.command.HelpPage;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What {@code bench} shows without a command: first steps, and the commands by purpose. */
final class Overview {

  private record Group(String title, List<String> commands) {}

  /** Of the column of the commands' names, which has room for the longest. */
  private static final int NAME_WIDTH = 17;

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
                    .map(group -> section(group, help))
                    .collect(Collectors.joining(System.lineSeparator())));
    command.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    return command.getUsageMessage();
  }

  private static String section(Group group, CommandLine.Help help) {
    int width = help.commandSpec().usageMessage().width();
    TextTable commands =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(NAME_WIDTH, 2, Column.Overflow.SPAN),
            new Column(width - NAME_WIDTH, 0, Column.Overflow.WRAP));
    for (String name : group.commands()) {
      CommandLine.Help command = requireNonNull(help.subcommands().get(name));
      commands.addRowValues(name, command.commandSpec().usageMessage().header()[0]);
    }
    return group.title() + ":" + System.lineSeparator() + commands;
  }
}
