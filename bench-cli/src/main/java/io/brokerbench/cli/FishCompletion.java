package io.brokerbench.cli;

import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The script that completes commands and flags in fish. */
final class FishCompletion {

  private FishCompletion() {}

  /** The lines of the script for a command with subcommands. */
  static List<String> lines(CommandSpec root) {
    List<String> lines = new ArrayList<>();
    String name = root.name();
    lines.add(Text.of("complete -c %s -n __fish_use_subcommand -f", name));
    root.subcommands()
        .forEach(
            (command, line) -> {
              lines.add(
                  Text.of(
                      "complete -c %s -n __fish_use_subcommand -a %s -d %s",
                      name, command, quoted(header(line))));
              line.getCommandSpec()
                  .options()
                  .forEach(option -> lines.add(option(name, command, option)));
            });
    return lines;
  }

  private static String header(CommandLine command) {
    return command.getCommandSpec().usageMessage().header()[0];
  }

  private static String option(String name, String command, OptionSpec option) {
    StringBuilder line =
        new StringBuilder(
            Text.of("complete -c %s -n '__fish_seen_subcommand_from %s'", name, command));
    for (String each : option.names()) {
      // RocketMQ's flags of several letters have one hyphen: "old style" for fish.
      line.append(each.startsWith("--") ? " -l " : each.length() == 2 ? " -s " : " -o ")
          .append(each.replaceFirst("^--?", ""));
    }
    if (option.arity().min() > 0) {
      line.append(" -r");
    }
    String description = String.join(" ", option.description()).replace("%%", "%");
    return line.append(" -d ").append(quoted(description)).toString();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
