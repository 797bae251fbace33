package io.brokerbench.cli;

import io.brokerbench.command.Command;
import io.brokerbench.command.ExitCode;
import io.brokerbench.find.Findings;
import io.brokerbench.find.Findings.Load;
import io.brokerbench.plan.Demand;
import io.brokerbench.plan.LineRate;
import io.brokerbench.plan.Plan;
import io.brokerbench.plan.PlanTable;
import io.brokerbench.plan.SafeLoad;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.workload.Quantities;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Tells how many brokers a peak needs. */
final class PlanCommand {

  private static final String[] DESCRIPTION = {
    "How many masters and slaves bear a peak, given what one master was found to bear, and what"
        + " their network cards carry then.",
    "",
    "At the peak the headroom stays free of both: the safe load of each master, and each way of its"
        + " network card. What nobody measured is named.",
    ""
  };

  private PlanCommand() {}

  static Command create() {
    return new ParsedCommand(spec(), PlanCommand::run);
  }

  private static CommandSpec spec() {
    CommandSpec spec = ParsedCommand.spec("plan", DESCRIPTION);
    spec.addOption(
        text("--from", "DIR", "What find found: the safe load, and what of")
            .type(Path.class)
            .build());
    spec.addOption(
        text("--safe-load", "RATE", "Without --from: what one master bears: 40000/s, 40k/s")
            .build());
    spec.addOption(
        text("--peak", "RATE", "What all masters together are to bear").required(true).build());
    spec.addOption(
        text("--size", "BYTES", "Body of a message: 500, 1KiB; with --from as there").build());
    spec.addOption(number("--slaves", "Slaves of each master; 1 if not given, or as there"));
    spec.addOption(
        number("--groups", "Consumer groups that get every message; 1 if not given, or as there"));
    spec.addOption(
        text("--headroom", "PERCENT", "What stays free at the peak; 30 if not given")
            .defaultValue("30")
            .build());
    spec.addOption(
        text("--network", "BITS/s", "Network card of a broker, each way: 10G; 1G if not given")
            .defaultValue("1G")
            .build());
    return spec;
  }

  private static OptionSpec.Builder text(String name, String label, String description) {
    return OptionSpec.builder(name).type(String.class).paramLabel(label).description(description);
  }

  private static OptionSpec number(String name, String description) {
    return text(name, "N", description).type(Integer.class).build();
  }

  private static ExitCode run(ParsedCommand.Call call) throws BadInputException {
    ParseResult parsed = call.parsed();
    @Nullable Path from = parsed.matchedOptionValue("--from", null);
    boolean stated = parsed.hasMatchedOption("--safe-load");
    if (stated == (from != null)) {
      throw new BadInputException("plan: needs --from DIR or --safe-load RATE, one of them");
    }
    Plan plan;
    try {
      plan = from == null ? stated(parsed) : found(parsed, from);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--" + e.getMessage());
    }
    PlanTable.lines(plan).forEach(call.out()::println);
    return ExitCode.VALID;
  }

  private static Plan stated(ParseResult parsed) throws BadInputException {
    if (!parsed.hasMatchedOption("--size")) {
      throw new BadInputException("plan: needs --size BYTES beside --safe-load");
    }
    Demand demand = demand(parsed, new Load(0, 1, 1, 1));
    // Taken to hold for the messages, slaves and groups that are planned for.
    return Plan.of(
        new SafeLoad(
            read(parsed, "safe-load", Quantities::ratePerSecond),
            demand.messageBytes(),
            demand.slaves(),
            demand.groups(),
            "as stated"),
        demand);
  }

  private static Plan found(ParseResult parsed, Path from) throws BadInputException {
    Findings found = Findings.read(from);
    Load load = found.load();
    if (found.noneSustainable() || load == null) {
      throw new BadInputException(
          String.format(Locale.ROOT, "--from: %s holds no sustainable rate to plan with", from));
    }
    return Plan.of(
        new SafeLoad(
            found.lowPerSecond() / load.masters(),
            load.messageBytes(),
            load.slaves(),
            load.groups(),
            String.format(
                Locale.ROOT,
                "%s by find in %s",
                found.confirmed() ? "confirmed" : "not confirmed",
                from.getFileName())),
        demand(parsed, load));
  }

  /** What is not given is as it was measured. */
  private static Demand demand(ParseResult parsed, Load measured) {
    return new Demand(
        read(parsed, "peak", Quantities::ratePerSecond),
        parsed.hasMatchedOption("--size")
            ? read(parsed, "size", Quantities::bytes)
            : measured.messageBytes(),
        parsed.matchedOptionValue("--slaves", measured.slaves()),
        parsed.matchedOptionValue("--groups", measured.groups()),
        read(parsed, "headroom", PlanCommand::percent) / 100,
        read(parsed, "network", LineRate::bitsPerSecond));
  }

  private static <T> T read(ParseResult parsed, String name, Function<String, T> notation) {
    String text = (String) option(parsed, name);
    try {
      return notation.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " " + e.getMessage(), e);
    }
  }

  private static double percent(String text) {
    try {
      return Double.parseDouble(text.replaceFirst(" *%$", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "must be a number of percent such as 30, got \"%s\"", text),
          e);
    }
  }

  /** A flag's value, or its default. */
  private static Object option(ParseResult parsed, String name) {
    return parsed.commandSpec().findOption("--" + name).getValue();
  }
}
