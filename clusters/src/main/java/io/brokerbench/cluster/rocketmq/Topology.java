package io.brokerbench.cluster.rocketmq;

import io.brokerbench.workload.Settings;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which brokers there are. */
enum Topology {
  MASTER_AND_SLAVE("1m1s", 2),
  MASTER("1m", 1),
  /** Brokers that keep one log by Raft; the leader they elect is the master. */
  DLEDGER("dledger", 3),
  /** A master and a slave by the word of a controller in the name server. */
  CONTROLLER("controller", 2);

  private final String notation;
  private final int brokers;

  Topology(String notation, int brokers) {
    this.notation = notation;
    this.brokers = brokers;
  }

  static Topology parse(String text) {
    return Arrays.stream(values())
        .filter(topology -> topology.notation.equals(text.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        Locale.ROOT,
                        "must be one of %s, got \"%s\"",
                        Arrays.stream(values())
                            .map(Topology::notation)
                            .collect(Collectors.joining(", ")),
                        text)));
  }

  String notation() {
    return notation;
  }

  int brokers() {
    return brokers;
  }

  /** Whether a broker is master or slave for good, rather than by election. */
  boolean rolesAreFixed() {
    return this == MASTER_AND_SLAVE || this == MASTER;
  }

  /** What keeps a release from it; continues a sentence that begins with the setting. */
  Optional<String> problem(Release release) {
    String since =
        switch (this) {
          case MASTER_AND_SLAVE, MASTER -> "";
          case DLEDGER -> release.hasDLedger() ? "" : "4.5.0";
          case CONTROLLER -> release.hasController() ? "" : "5.0.0";
        };
    return since.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s needs release %s or later, but cluster.version is %s",
                notation,
                since,
                release.name()));
  }

  /** What keeps it from that replication; continues a sentence that begins with the setting. */
  Optional<String> problem(Replication replication) {
    String rule =
        switch (this) {
          case MASTER_AND_SLAVE -> "";
          case MASTER ->
              replication == Replication.ASYNC
                  ? ""
                  : "needs a slave, but cluster.topology is 1m; got \"%s\"";
          case DLEDGER ->
              replication == Replication.SYNC
                  ? ""
                  : "must be sync, or not be given, where cluster.topology is dledger: its leader"
                      + " waits for a majority; got \"%s\"";
          case CONTROLLER ->
              replication == Replication.SYNC_ROLE
                  ? "must be async or sync where cluster.topology is controller, whose masters all"
                      + " have the role SYNC_MASTER; got \"%s\""
                  : "";
        };
    return rule.isEmpty()
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, rule, Settings.notation(replication)));
  }
}
