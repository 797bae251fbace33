package io.brokerbench.command;

import io.brokerbench.console.Terminal;
import io.brokerbench.units.Text;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of commands: fits the terminal, and lists flags in the order of their definition. */
public final class HelpPage {

  /** If the width of the terminal is unknown. */
  private static final int WIDTH = 100;

  private HelpPage() {}

  /** The flag that shows the help. */
  public static OptionSpec.Builder flag() {
    return OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help");
  }

  /** Applies the format of all commands. */
  public static void format(CommandSpec spec) {
    spec.usageMessage()
        .width(WIDTH)
        .autoWidth(true)
        .synopsisHeading("Usage: bench ")
        .abbreviateSynopsis(true)
        .sortOptions(false);
  }

  /**
   * A command line whose help is without escape sequences where the terminal does not know them.
   */
  public static CommandLine commandLine(CommandSpec spec) {
    Help.Ansi escapes =
        Terminal.interpretsEscapes(System.getenv()) ? Help.Ansi.AUTO : Help.Ansi.OFF;
    return new CommandLine(spec).setColorScheme(Help.defaultColorScheme(escapes));
  }

  /**
   * Applies the format, and describes a command.
   *
   * @param purpose a sentence
   * @param examples complete commands
   */
  static void describe(CommandSpec spec, String purpose, List<String> examples) {
    format(spec);
    List<String> footer =
        new ArrayList<>(List.of("", examples.size() > 1 ? "Examples:" : "Example:"));
    examples.forEach(example -> footer.add("  " + example));
    spec.usageMessage().header(purpose).footer(footer.toArray(String[]::new));
  }

  /**
   * Prints the help: flags that belong to no concern, then a section for each concern.
   *
   * @param defaults by name of the flag
   */
  public static void print(
      CommandSpec spec,
      Map<Concern, List<OptionSpec>> sections,
      Map<String, String> defaults,
      PrintStream out) {
    CommandLine command = commandLine(spec);
    command
        .getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            help -> {
              List<OptionSpec> own = new ArrayList<>(spec.options());
              sections.values().forEach(own::removeAll);
              StringBuilder text =
                  new StringBuilder(
                      own.isEmpty() ? "" : section(help, help.createDefaultLayout(), own));
              sections.forEach(
                  (concern, options) ->
                      text.append(System.lineSeparator())
                          .append(concern.title())
                          .append(':')
                          .append(System.lineSeparator())
                          .append(section(help, with(defaults, options))));
              return text.toString();
            });
    command.usage(out);
  }

  private static List<OptionSpec> with(Map<String, String> defaults, List<OptionSpec> options) {
    return options.stream()
        .map(
            option -> {
              String value = defaults.get(option.longestName());
              return value == null
                  ? option
                  : OptionSpec.builder(option)
                      .description(
                          Text.of("%s (default: %s)", option.description()[0], value)
                              .replace("%", "%%"))
                      .build();
            })
        .toList();
  }

  private static String section(Help help, List<OptionSpec> options) {
    return section(help, help.createDefaultLayout(options, List.of(), help.colorScheme()), options);
  }

  private static String section(Help help, Help.Layout layout, List<OptionSpec> options) {
    layout.addAllOptions(options, help.parameterLabelRenderer());
    return layout.toString();
  }
}
