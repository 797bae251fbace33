package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.Findings;
import io.brokerbench.find.Findings.Load;
import io.brokerbench.plan.Demand;
import io.brokerbench.plan.LineRate;
import io.brokerbench.plan.Plan;
import io.brokerbench.plan.PlanTable;
import io.brokerbench.plan.SafeLoad;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Quantities;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Computes the number of brokers that a peak load requires. */
@Command(
    name = "plan",
    description = {
      "The number of masters and slaves that a peak requires, given the safe load of one master, and"
          + " the resulting load of their network cards.",
      "",
      "At the peak the headroom stays free of both: the safe load of each master, and each way of its"
          + " network card. What was not measured is named.",
      ""
    })
final class PlanCommand implements ParsedCommand.Body {

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Result directory of find: the safe load and its conditions")
  private @Nullable Path from;

  @Option(
      names = "--safe-load",
      paramLabel = "RATE",
      description = "Without --from: the safe load of one master: 40000/s, 40k/s")
  private @Nullable String safeLoad;

  @Option(
      names = "--peak",
      required = true,
      paramLabel = "RATE",
      description = "Load of all masters together")
  private String peak = "";

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      description = "Body of a message: 500, 1KiB; with --from as there")
  private @Nullable String size;

  @Option(
      names = "--slaves",
      paramLabel = "N",
      description = "Slaves of each master; 1 if not given, or as there")
  private @Nullable Integer slaves;

  @Option(
      names = "--groups",
      paramLabel = "N",
      description = "Consumer groups that get every message; 1 if not given, or as there")
  private @Nullable Integer groups;

  @Option(
      names = "--headroom",
      paramLabel = "PERCENT",
      description = "Share that stays free at the peak; 30 if not given")
  private String headroom = "30";

  @Option(
      names = "--network",
      paramLabel = "BITS/s",
      description = "Network card of a broker, each way: 10G; 1G if not given")
  private String network = "1G";

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException {
    if ((safeLoad == null) == (from == null)) {
      throw new BadInputException("plan: needs --from DIR or --safe-load RATE, one of them");
    }
    Plan plan;
    try {
      plan = safeLoad == null ? found(Objects.requireNonNull(from)) : stated(safeLoad);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--" + e.getMessage());
    }
    PlanTable.lines(plan).forEach(call.out()::println);
    return ExitCode.VALID;
  }

  private Plan stated(String load) throws BadInputException {
    if (size == null) {
      throw new BadInputException("plan: needs --size BYTES with --safe-load");
    }
    Demand demand = demand(new Load(0, 1, 1, 1));
    // Assumed to apply to the planned messages, slaves and groups.
    return Plan.of(
        new SafeLoad(
            read("safe-load", load, Quantities::ratePerSecond),
            demand.messageBytes(),
            demand.slaves(),
            demand.groups(),
            "as stated"),
        demand);
  }

  private Plan found(Path directory) throws BadInputException {
    Findings found = Findings.read(directory);
    Load load = found.load();
    if (found.noneSustainable() || load == null) {
      throw new BadInputException(
          Text.of("--from: %s holds no sustainable rate to plan with", directory));
    }
    return Plan.of(
        new SafeLoad(
            found.lowPerSecond() / load.masters(),
            load.messageBytes(),
            load.slaves(),
            load.groups(),
            Text.of(
                "%s by find in %s",
                found.confirmed() ? "confirmed" : "not confirmed", directory.getFileName())),
        demand(load));
  }

  /** The demand; values not given are those of the measured load. */
  private Demand demand(Load measured) {
    return new Demand(
        read("peak", peak, Quantities::ratePerSecond),
        size == null ? measured.messageBytes() : read("size", size, Quantities::bytes),
        slaves == null ? measured.slaves() : slaves,
        groups == null ? measured.groups() : groups,
        read("headroom", headroom, PlanCommand::percent) / 100,
        read("network", network, LineRate::bitsPerSecond));
  }

  private static <T> T read(String name, String text, Function<String, T> notation) {
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
          Text.of("must be a number of percent such as 30, got \"%s\"", text), e);
    }
  }
}
