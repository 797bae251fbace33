package io.brokerbench.fault;

import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.fault.PlannedFault.Action;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks planned faults against load, cluster and driver; reports problems to the settings. */
record FaultCheck(Settings settings, Workload workload, ClusterPlan cluster, Driver driver) {

  private static final Duration MAX_TIME = Duration.ofDays(1);

  /** Of the book of messages and of its analysis, without receipts. */
  private static final int BYTES_PER_MESSAGE = 64;

  /** The receipts of a consumer group. */
  private static final int BYTES_PER_RECEIPT = Integer.BYTES;

  /**
   * Checks one fault.
   *
   * @param key the key above its settings
   */
  void fault(PlannedFault fault, String key) {
    Duration end = workload.load().duration();
    if (!end.isZero() && fault.latest().compareTo(end) >= 0) {
      settings.problem(
          key + "." + FaultSettings.AT,
          Text.of(
              "must be before the end of the measured time (load.duration, %s s), got %s s",
              end.toMillis() / 1e3, fault.latest().toMillis() / 1e3));
    }
    if (fault.action() == Action.RUN) {
      return;
    }
    if (cluster.targets().nodes().isEmpty()) {
      settings.problem(
          key + "." + fault.action().word(),
          "needs a cluster that brokerbench starts; on others, run: ./script.sh injects a fault");
      return;
    }
    fault
        .action()
        .impairment()
        .flatMap(this::refusal)
        .ifPresent(rule -> settings.problem(key + "." + fault.action().word(), rule));
    if (fault.length().isPresent()
        && (fault.action() == Action.KILL || fault.action() == Action.STOP)
        && !cluster.reportsRestarts()) {
      settings.problem(
          key + "." + fault.action().undoneBy(),
          "is not for these brokers, which do not report that they accept connections again");
    }
    target(fault.target(), key + "." + fault.action().word());
    if (!fault.with().isEmpty()) {
      String with = key + "." + PlannedFault.WITH;
      target(fault.with(), with);
      if (fault.with().equals(fault.target())) {
        settings.problem(with, Text.of("must be another node than \"%s\"", fault.target()));
      }
    }
  }

  /** Why the cluster's host cannot do this; the rest of a sentence. */
  private Optional<String> refusal(Impairment impairment) {
    return cluster.targets().impairments().contains(impairment)
        ? cluster.refusal(impairment)
        : Optional.of("needs " + impairment.needs());
  }

  private void target(String target, String key) {
    if (!cluster.targets().nodes().contains(target)
        && NodeRole.parse(target).filter(this::exists).isEmpty()) {
      settings.problem(
          key, Text.of("must be one of %s, got \"%s\"", String.join(", ", targets()), target));
    }
  }

  private boolean exists(NodeRole role) {
    return switch (role.kind()) {
      case QUEUE_LEADER -> role.queue() < ledQueues();
      case QUEUE_FOLLOWER -> driver.queuesHaveFollowers() && role.queue() < ledQueues();
      case MASTER, SLAVE, CONTROLLER_LEADER -> cluster.targets().roles().contains(role);
    };
  }

  private int ledQueues() {
    return driver.ledQueues(cluster.targets().brokerGroups());
  }

  /** What can be a target, for people. */
  private List<String> targets() {
    List<String> targets = new ArrayList<>(cluster.targets().nodes());
    cluster.targets().roles().forEach(role -> targets.add(role.text()));
    int last = ledQueues() - 1;
    if (last >= 0) {
      String others = last > 0 ? " to " + last : "";
      targets.add(NodeRole.leaderOf(0).text() + others);
      if (driver.queuesHaveFollowers()) {
        targets.add(NodeRole.followerOf(0).text() + others);
      }
    }
    return targets;
  }

  void load() {
    if (workload.load().threads() == 0 || workload.load().schedule().isEmpty()) {
      settings.problem(
          FaultSettings.KEY,
          "needs senders with a load.rate: in a closed loop, senders that wait hide an outage");
    }
    if (workload.load().mode() == SendMode.ONEWAY || !driver.acknowledges()) {
      settings.problem(
          FaultSettings.KEY, "needs acknowledgements, which messages sent one way do not have");
    }
    size(workload.load());
    if (workload.load().inFlight().stepped()) {
      settings.problem(
          FaultSettings.KEY, "needs one limit of sends in flight, got load.in-flight in steps");
    }
  }

  /** Times and outcome of each message are kept in the heap. */
  private void size(Load load) {
    double nanos =
        load.schedule()
            .map(schedule -> workload.longestNanos(Optional.of(schedule.profile())))
            .orElse((double) load.duration().toNanos());
    if (load.duration().isZero() || nanos > (double) MAX_TIME.toNanos()) {
      settings.problem(
          FaultSettings.KEY,
          "needs a load.duration of at most a day, with the warm-up or the backlog");
      return;
    }
    int groups = workload.consumption().any() ? workload.consumption().groupNames().size() : 0;
    int bytesEach = BYTES_PER_MESSAGE + groups * BYTES_PER_RECEIPT;
    double bytes =
        load.schedule()
            .map(schedule -> bytesEach * schedule.profile().messagesUntil(nanos))
            .orElse(0.0);
    double room = Runtime.getRuntime().maxMemory() / 2.0;
    if (bytes > room) {
      settings.problem(
          FaultSettings.KEY,
          Text.of(
              "needs %s for the times of all messages, half of the heap, which is %s; shorten the load or"
                  + " enlarge the heap (BENCH_JAVA_OPTS=-Xmx8g)",
              Units.bytes(bytes), Units.bytes(2 * room)));
    }
  }

  /** Checks that no node has two faults at once. */
  void overlap(List<PlannedFault> inOrder) {
    List<String> nodes = cluster.targets().nodes();
    for (int i = 0; i < inOrder.size(); i++) {
      PlannedFault first = inOrder.get(i);
      for (PlannedFault second : inOrder.subList(i + 1, inOrder.size())) {
        // Another node may have a role by then.
        Optional<String> both =
            first.targets().stream()
                .filter(each -> nodes.contains(each) && second.targets().contains(each))
                .findFirst();
        if (both.isPresent() && first.overlaps(second)) {
          settings.problem(
              FaultSettings.KEY,
              Text.of(
                  "has two faults of %s at once: \"%s\" at %s s, and \"%s\" at %s s",
                  both.get(),
                  first.text(),
                  first.at().toMillis() / 1e3,
                  second.text(),
                  second.at().toMillis() / 1e3));
        }
      }
    }
  }
}
