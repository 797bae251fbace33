package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.rocketmq.RocketMqSettings.Replication;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.Locale;
import java.util.Optional;

/** The brokers of a cluster and their roles. */
enum RocketMqTopology {
  MASTER_AND_SLAVE("1m1s", 1, 2),
  MASTER("1m", 1, 1),
  MASTER_AND_SLAVES("1m2s", 1, 3),
  MASTERS("2m", 2, 1),
  MASTERS_AND_SLAVES("2m2s", 2, 2),
  /** Brokers that replicate one log by Raft; the elected leader is the master. */
  DLEDGER("dledger", 1, 3),
  /** A master and a slave whose roles a controller in the name server assigns. */
  CONTROLLER("controller", 1, 2),
  /** The same with a second slave. */
  CONTROLLER_3("controller-3", 1, 3);

  private final String notation;
  private final int groups;
  private final int replicas;

  RocketMqTopology(String notation, int groups, int replicas) {
    this.notation = notation;
    this.groups = groups;
    this.replicas = replicas;
  }

  static RocketMqTopology parse(String text) {
    return Settings.constant(values(), RocketMqTopology::notation, text);
  }

  String notation() {
    return notation;
  }

  int brokers() {
    return groups * replicas;
  }

  /** Groups of brokers, each with a master and queues of its own. */
  int groups() {
    return groups;
  }

  /** Brokers of a group, which hold the same messages. */
  int replicas() {
    return replicas;
  }

  /** The group of a broker, from 0; the brokers of a group follow each other. */
  int group(int broker) {
    return broker / replicas;
  }

  /** The number of a broker in its group, from 0: with fixed roles, that of the master. */
  int member(int broker) {
    return broker % replicas;
  }

  /** Whether the roles of the brokers are fixed rather than elected. */
  boolean rolesAreFixed() {
    return this != DLEDGER && !hasController();
  }

  /** Whether a controller assigns the roles. */
  boolean hasController() {
    return this == CONTROLLER || this == CONTROLLER_3;
  }

  /** The reason against a release, if any; completes a sentence that starts with the setting. */
  Optional<String> problem(RocketMqRelease release) {
    String since = "";
    if (this == DLEDGER && !release.hasDLedger()) {
      since = "4.5.0";
    } else if (hasController() && !release.hasController()) {
      since = "5.0.0";
    }
    return since.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s needs release %s or later, but cluster.version is %s",
                notation, since, release.name()));
  }

  /** The reason against a replication; completes a sentence that starts with the setting. */
  Optional<String> problem(Replication replication) {
    String rule = "";
    if (replicas == 1 && replication != Replication.ASYNC) {
      rule = "needs a slave, but cluster.topology is " + notation + "; got \"%s\"";
    } else if (this == DLEDGER && replication != Replication.SYNC) {
      rule =
          "must be sync, or not be given, where cluster.topology is dledger: its leader waits for a"
              + " majority; got \"%s\"";
    } else if (hasController() && replication == Replication.SYNC_ROLE) {
      rule =
          "must be async or sync with a controller, whose masters all have the role SYNC_MASTER;"
              + " got \"%s\"";
    }
    return rule.isEmpty()
        ? Optional.empty()
        : Optional.of(String.format(Locale.ROOT, rule, Text.notation(replication)));
  }
}
