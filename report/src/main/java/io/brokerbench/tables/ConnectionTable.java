package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Connections;
import io.brokerbench.units.Units;

/** The connections of clients alongside the load of a run. */
public final class ConnectionTable {

  private static final double SECOND_NANOS = 1e9;

  private ConnectionTable() {}

  /** One row per outcome, and the rounds in which every client connected. */
  public static Table of(Connections connections) {
    Table.Builder table =
        Table.of("Clients alongside the load, measured time", "lr", "connections|")
            .add("attempted", Units.count(connections.attempted()))
            .add("connected", Units.count(connections.connected()));
    connections
        .failed()
        .forEach((reason, count) -> table.add("failed: " + reason, Units.count(count)));
    table.add("rounds in which all connected", Units.count(connections.fullRounds()));
    if (connections.longestRoundSeconds() != null) {
      table.add(
          "longest of them, until all were connected",
          Units.nanos((long) (connections.longestRoundSeconds() * SECOND_NANOS)));
    }
    return table.build();
  }
}
