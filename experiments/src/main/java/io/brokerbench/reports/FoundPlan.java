package io.brokerbench.reports;

import io.brokerbench.find.SearchResult;
import io.brokerbench.plan.Plan;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.plan.PlanTable;
import io.brokerbench.plan.SafeLoad;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The plan that follows from a search. */
public final class FoundPlan {

  private static final String ROCKETMQ = "rocketmq";

  private static final String NO_RATE = "holds no sustainable rate to plan with";

  private FoundPlan() {}

  /** Why no plan can be made from a search, continuing a sentence that starts with its name. */
  public static Optional<String> refusal(SearchResult found) {
    if (found.noneSustainable() || found.load() == null) {
      return Optional.of(NO_RATE);
    }
    return found.limitedByGenerator()
        ? Optional.of(
            "ended at the limit of the generator: the rate says nothing of the brokers; search again"
                + " with the generator on other machines")
        : Optional.empty();
  }

  /**
   * The plan as text.
   *
   * @param directory directory of the search
   * @return one line with the reason if the search found no rate to plan with, see {@link #refusal}
   * @throws IllegalArgumentException if a requested value is out of range, with its name first
   */
  public static List<String> lines(Path directory, SearchResult found, PlanRequest request) {
    SearchResult.Load load = found.load();
    Optional<String> refusal = refusal(found);
    if (load == null || refusal.isPresent()) {
      return List.of(Text.of("no plan: %s %s", directory.getFileName(), refusal.orElse(NO_RATE)));
    }
    Plan plan =
        Plan.of(
            new SafeLoad(
                found.lowPerSecond() / load.masters(),
                load.messageBytes(),
                load.slaves(),
                load.groups(),
                Text.of(
                    "%s by find in %s",
                    found.confirmed() ? "confirmed" : "not confirmed", directory.getFileName())),
            request.demand(load.messageBytes(), load.slaves(), load.groups()));
    return PlanTable.lines(
        plan,
        ROCKETMQ.equals(load.driver())
            ? OptionalInt.of(request.nameServers())
            : OptionalInt.empty());
  }
}
