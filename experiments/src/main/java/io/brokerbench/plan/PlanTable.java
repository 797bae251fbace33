package io.brokerbench.plan;

import io.brokerbench.document.Table;
import io.brokerbench.plan.Plan.CardLoad;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The console form of a plan. */
public final class PlanTable {

  private static final String FACT = "%-12s %s";

  private final Plan plan;
  private final Demand demand;
  private final OptionalInt nameServers;
  private final boolean mutualCopies;
  private final List<String> lines = new ArrayList<>();

  private PlanTable(Plan plan, OptionalInt nameServers, boolean mutualCopies) {
    this.plan = plan;
    this.demand = plan.demand();
    this.nameServers = nameServers;
    this.mutualCopies = mutualCopies;
  }

  /**
   * The lines: the number of brokers, the reasons, the load on their network cards, the
   * extrapolations.
   *
   * @param nameServers requested number of name servers; empty for brokers without them
   * @param mutualCopies whether masters have copies of what the others lead
   */
  public static List<String> lines(Plan plan, OptionalInt nameServers, boolean mutualCopies) {
    return new PlanTable(plan, nameServers, mutualCopies).all();
  }

  private List<String> all() {
    SafeLoad found = plan.found();
    fact(
        "masters",
        Text.of(
            "%s, each %s msg/s at the peak of %s",
            Units.count(plan.masters()),
            Units.rate(plan.perMaster()),
            Units.rate(demand.peakPerSecond())));
    fact("slaves", Text.of("%s, %d for each", Units.count(plan.slaves()), demand.slaves()));
    nameServers.ifPresent(
        servers ->
            fact(
                "name servers",
                Text.of(
                    "%d, whatever the load: each has all routes, so that %d may fail",
                    servers, servers - 1)));
    fact(
        "safe load",
        Text.of(
            "%s msg/s for a master with %s and %s, messages of %d B, %s",
            Units.rate(found.perSecond()),
            Plan.count(found.slaves(), "slave"),
            Plan.count(found.groups(), "consumer group"),
            found.messageBytes(),
            found.origin()));
    plan.scaling().ifPresent(scaling -> fact("scaling", scaling.text()));
    fact(
        "in use",
        Text.of(
            "%s of the load that is safe, %s of the network card; %s of each stays free",
            Units.percent(plan.perMaster() / plan.bearable(), 0),
            Units.percent(plan.perMaster() / plan.cardFull(), 0),
            Units.percent(demand.headroom(), 0)));
    fact(
        "limit",
        plan.limitedByCard()
            ? Text.of("the network card, full at %s msg/s", Units.rate(plan.cardFull()))
            : "the safe load");
    lines.add("");
    card();
    lines.add("");
    plan.extrapolations().forEach(each -> fact("extrapolated", each));
    if (mutualCopies) {
      fact(
          "not counted",
          "copies of what other masters lead: each up to as much as producers, in and out");
    }
    fact(
        "not counted",
        Text.of(
                "topic and properties, requests, replies and acknowledgements; counted: %d B of record",
                CardLoad.RECORD_BYTES)
            + " around a message, TCP, IP and Ethernet");
    return lines;
  }

  private void card() {
    CardLoad card = plan.card();
    double capacity = demand.networkBitsPerSecond();
    Table.Builder table = Table.of("", "lrr", "a master's network card|in|out");
    table.add("producers", bits(card.producersIn()), "");
    table.add(Plan.count(demand.groups(), "consumer group"), "", bits(card.consumersOut()));
    table.add(Plan.count(demand.slaves(), "slave"), "", bits(card.slavesOut()));
    table.add(
        Text.of("of %s each way", bits(capacity)),
        Units.percent(card.producersIn() / capacity, 0),
        Units.percent(card.out() / capacity, 0));
    lines.addAll(table.build().lines());
  }

  private void fact(String name, String text) {
    lines.add(Text.of(FACT, name, text));
  }

  private static String bits(double perSecond) {
    return Text.of("%,.1f Mbit/s", perSecond / 1e6);
  }
}
