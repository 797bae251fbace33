package io.brokerbench.reports;

import io.brokerbench.find.SearchResult;
import io.brokerbench.plan.Demand;
import io.brokerbench.plan.MasterScaling;
import io.brokerbench.plan.Plan;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.plan.PlanTable;
import io.brokerbench.plan.SafeLoad;
import io.brokerbench.results.Promise;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The plan that follows from a search. */
public final class FoundPlan {

  private static final String ROCKETMQ = "rocketmq";

  private static final String RABBITMQ = "rabbitmq";

  private static final String NO_RATE = "holds no sustainable rate to plan with";

  private FoundPlan() {}

  /** Why no plan can be made from a search, continuing a sentence that starts with its name. */
  public static Optional<String> refusal(SearchResult found) {
    SearchResult.Load load = found.load();
    if (found.noneSustainable() || load == null) {
      return Optional.of(NO_RATE);
    }
    if (found.lowPerSecond() / load.masters() < SafeLoad.LEAST) {
      return Optional.of("holds a rate below 1/s for each master, too low to plan with");
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
   * @param scaling what several masters sustain together, if that was measured
   * @return one line with the reason if the search found no rate to plan with, see {@link #refusal}
   * @throws IllegalArgumentException if a requested value is out of range, with its name first
   */
  public static List<String> lines(
      Path directory, SearchResult found, Optional<MasterScaling> scaling, PlanRequest request) {
    SearchResult.Load load = found.load();
    Optional<String> refusal = refusal(found);
    if (load == null || refusal.isPresent()) {
      return List.of(Text.of("no plan: %s %s", directory.getFileName(), refusal.orElse(NO_RATE)));
    }
    double perSecond = found.lowPerSecond() / load.masters();
    String how = found.confirmed() ? "confirmed" : "not confirmed";
    String origin = Text.of("%s by find in %s", how, directory.getFileName());
    SafeLoad safe =
        new SafeLoad(
            perSecond, load.masters(), load.messageBytes(), load.slaves(), load.groups(), origin);
    Demand demand = request.demand(load.messageBytes(), load.slaves(), load.groups());
    OptionalInt nameServers =
        ROCKETMQ.equals(load.driver())
            ? OptionalInt.of(request.nameServers())
            : OptionalInt.empty();
    return PlanTable.lines(Plan.of(safe, demand, scaling), nameServers, mutualCopies(load));
  }

  private static boolean mutualCopies(SearchResult.Load load) {
    Promise.Level promise = load.promise();
    return RABBITMQ.equals(load.driver())
        && load.masters() > 1
        && promise != null
        && promise.copies() > 1;
  }

  /**
   * What a search with several masters says next to one with a single master.
   *
   * @param one search with one master, not refused
   * @param directory directory of the search with several masters
   * @param several that search, not refused
   * @throws IllegalArgumentException if these are not their numbers of masters, or if anything else
   *     differs in their load, such as the guarantee of an acknowledgement
   */
  public static MasterScaling scaling(SearchResult one, Path directory, SearchResult several) {
    SearchResult.Load alone = Objects.requireNonNull(one.load());
    SearchResult.Load together = Objects.requireNonNull(several.load());
    if (alone.masters() != 1 || together.masters() < 2) {
      throw new IllegalArgumentException(
          Text.of(
              "from: the first of two searches needs one master, and the second several; got %d and %d",
              alone.masters(), together.masters()));
    }
    if (!loadOfOne(alone).equals(loadOfOne(together))) {
      throw new IllegalArgumentException(
          Text.of(
              "from: two searches may differ in their number of masters alone; got %s and %s",
              loadOfOne(alone), loadOfOne(together)));
    }
    Double mostOfOne = one.highPerSecond();
    Double mostOfSeveral = several.highPerSecond();
    return new MasterScaling(
        together.masters(),
        several.lowPerSecond() / one.lowPerSecond(),
        mostOfOne == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(several.lowestPerSecond() / mostOfOne),
        mostOfSeveral == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(mostOfSeveral / one.lowestPerSecond()),
        Text.of("by find in %s", directory.getFileName()));
  }

  private static String loadOfOne(SearchResult.Load load) {
    Promise.Level promise = load.promise();
    return Text.of(
        "messages of %d B, slaves %d, consumer groups %d, driver %s, %s",
        load.messageBytes(),
        load.slaves(),
        load.groups(),
        Objects.requireNonNullElse(load.driver(), "unknown"),
        promise == null ? "promise unknown" : promise.text());
  }
}
