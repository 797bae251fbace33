package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.find.SearchResult;
import io.brokerbench.plan.Demand;
import io.brokerbench.plan.MasterScaling;
import io.brokerbench.plan.Plan;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.plan.PlanTable;
import io.brokerbench.plan.SafeLoad;
import io.brokerbench.reports.FoundPlan;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Computes the number of brokers that a peak load requires. */
@Command(
    name = "plan",
    header = "Computes the number of brokers for a peak load.",
    description = {
      "The number of masters and slaves that a peak requires, given the safe load of one master, and"
          + " the resulting load of their network cards.",
      "",
      "At the peak the headroom stays free of both: the safe load of each master, and each way of its"
          + " network card. What was not measured is named.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bench plan --from results/20261122T041500Z-find --peak 120000/s",
      "  bench plan --from results/20261122T041500Z-find --from results/20261122T043500Z-find \\",
      "    --peak 120000/s",
      "  bench plan --safe-load 40k/s --peak 120k/s --size 1KiB --network 10G"
    })
final class PlanCommand implements ParsedCommand.Body {

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = {
        "Result directory of find: the safe load and its conditions. A second one, of a search with"
            + " several masters, shows how the safe load grows with them"
      })
  private List<Path> from = List.of();

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
      description = "Body of a message: 500, 1KiB (default with --from: as there)")
  private @Nullable String size;

  @Option(
      names = "--slaves",
      paramLabel = "N",
      description = "Slaves of each master (default: as there, or 1)")
  private @Nullable Integer slaves;

  @Option(
      names = "--groups",
      paramLabel = "N",
      description = "Consumer groups that get every message (default: as there, or 1)")
  private @Nullable Integer groups;

  @Option(
      names = "--headroom",
      paramLabel = "PERCENT",
      description = "Share that stays free at the peak (default: 30)")
  private String headroom = "30";

  @Option(
      names = "--network",
      paramLabel = "BITS/s",
      description = "Network card of a broker, each way: 10G (default: 1G)")
  private String network = "1G";

  @Option(
      names = "--name-servers",
      paramLabel = "N",
      description = "Name servers of RocketMQ (default: 3)")
  private int nameServers = PlanRequest.NAME_SERVERS;

  @Override
  public ExitCode run(ParsedCommand.Call call) throws BadInputException {
    if ((safeLoad == null) == from.isEmpty()) {
      throw new BadInputException("plan: needs --from DIR or --safe-load RATE, one of them");
    }
    if (from.size() > 2) {
      throw new BadInputException(
          Text.of(
              "plan: --from can be given twice, for one master and for several, got %d",
              from.size()));
    }
    List<String> lines;
    try {
      lines = safeLoad == null ? found() : stated(safeLoad);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--" + e.getMessage());
    }
    lines.forEach(call.out()::println);
    return ExitCode.VALID;
  }

  private List<String> stated(String load) throws BadInputException {
    if (size == null) {
      throw new BadInputException("plan: needs --size BYTES with --safe-load");
    }
    PlanRequest request = request();
    Demand demand = request.demand(0, 1, 1);
    double perSecond = read("safe-load", load, Quantities::ratePerSecond);
    // Assumed to apply to the planned messages, slaves and groups.
    SafeLoad safe =
        new SafeLoad(
            perSecond, 1, demand.messageBytes(), demand.slaves(), demand.groups(), "as stated");
    return PlanTable.lines(
        Plan.of(safe, demand, Optional.empty()), OptionalInt.of(request.nameServers()), false);
  }

  private List<String> found() throws BadInputException {
    SearchResult one = search(from.get(0));
    Optional<MasterScaling> scaling =
        from.size() == 1
            ? Optional.empty()
            : Optional.of(FoundPlan.scaling(one, from.get(1), search(from.get(1))));
    return FoundPlan.lines(from.get(0), one, scaling, request());
  }

  /** A search that a plan can be made from. */
  private static SearchResult search(Path directory) throws BadInputException {
    SearchResult found = SearchResult.read(directory);
    Optional<String> refusal = FoundPlan.refusal(found);
    if (refusal.isPresent()) {
      throw new BadInputException(Text.of("--from: %s %s", directory, refusal.get()));
    }
    return found;
  }

  /** The request; values not given are those of the measured load. */
  private PlanRequest request() {
    return new PlanRequest(
        PlanRequest.SCHEMA_VERSION,
        read("peak", peak, Quantities::ratePerSecond),
        size == null ? null : read("size", size, Quantities::bytes),
        slaves,
        groups,
        read("headroom", headroom, PlanCommand::percent),
        read("network", network, Quantities::bitsPerSecond),
        nameServers);
  }

  private static <T> T read(String name, String text, Function<String, T> notation) {
    try {
      return notation.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " " + e.getMessage(), e);
    }
  }

  /** Parses a number of percent, with or without its sign. */
  private static double percent(String text) {
    return Quantities.share(text.matches("[-.\\d]+|NaN") ? text + "%" : text);
  }
}
