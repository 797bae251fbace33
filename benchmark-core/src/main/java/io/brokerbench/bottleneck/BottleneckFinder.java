package io.brokerbench.bottleneck;

import io.brokerbench.figures.Utilization;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.RunResult.Bottleneck.Cause;
import io.brokerbench.results.Throughput;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds what limited a run: the first rule whose evidence the run holds. docs/metrics/bottleneck.md
 * lists the rules in this order.
 */
public final class BottleneckFinder {

  /** Share of the offered rate from which on it was held. */
  private static final double HELD = 0.99;

  /** Share of its time that a busy worker works, or a sender that does nothing else waits. */
  private static final double NEARLY_ALWAYS = 0.8;

  private final Evidence evidence;
  private final RunResult run;
  private final Workload workload;
  private final MachineLimits machines;
  private final BrokerLimits brokers;

  private BottleneckFinder(RunResult run, Workload workload) {
    this.evidence = new Evidence(run, workload, Utilization.of(run));
    this.run = run;
    this.workload = workload;
    this.machines = new MachineLimits(evidence);
    this.brokers = new BrokerLimits(evidence);
  }

  /** The limit of a run; {@link Cause#UNKNOWN} without sufficient evidence. */
  public static Bottleneck of(RunResult run, Workload workload) {
    return new BottleneckFinder(run, workload).find();
  }

  private Bottleneck find() {
    return Stream.<Supplier<Optional<Bottleneck>>>of(
            this::nothingSent,
            this::rateHeld,
            brokers::throttling,
            machines::sharedProcessors,
            machines::generator,
            machines::resource,
            this::consumers,
            this::pause,
            brokers::flushOrReplication,
            this::localTransaction,
            brokers::threads,
            this::invisibleBrokers,
            this::senders)
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(this::reserves);
  }

  /** Neither a resource nor a wait explains the rate. */
  private Bottleneck reserves() {
    String senders =
        workload.load().threads() == 0
            ? ""
            : Text.of(
                ", and senders waited only %s of the time for answers",
                Evidence.percent(evidence.waitingShare()));
    return unknown("no resource was near its ceiling" + machines.nearest() + senders);
  }

  private static Bottleneck unknown(String reason) {
    return new Bottleneck(Cause.UNKNOWN, null, "unknown, because " + reason);
  }

  private Optional<Bottleneck> nothingSent() {
    return workload.load().threads() > 0 && run.sends().attempted() == 0
        ? Optional.of(unknown("no message was sent in the measured time"))
        : Optional.empty();
  }

  private Optional<Bottleneck> rateHeld() {
    Throughput rates = run.throughput();
    Double offered = rates.offeredPerSecond();
    boolean received = rates.flow() == null || rates.flow() == LoadOutcome.HELD;
    return Evidence.when(
        offered != null
            && received
            && rates.achievedPerSecond() >= HELD * offered
            && evidence.rejectedShare() < Evidence.REJECTED,
        Cause.NONE,
        () -> "nothing: the offered rate was held" + machines.nearest());
  }

  private Optional<Bottleneck> consumers() {
    if (!evidence.consumersAreBehind()) {
      return Optional.empty();
    }
    int threads = evidence.consumingThreads();
    // Each group consumes each queue.
    int queues = evidence.queues() * workload.consumption().groups();
    boolean queueByQueue = evidence.consumesInOrder() && queues > 0 && queues < threads;
    double share = evidence.workShare(queueByQueue ? queues : threads);
    return Evidence.when(
        share >= NEARLY_ALWAYS,
        queueByQueue ? Cause.QUEUE : Cause.CONSUMERS,
        () ->
            queueByQueue
                ? Text.of(
                    "the queues: of each, one message at a time is consumed in order, so that %d of"
                        + " %d consumer threads worked at once; they spent %s of the time on"
                        + " consume.work",
                    queues, threads, Evidence.percent(share))
                : Text.of(
                    "the consumers: their %d threads spent %s of the time on consume.work",
                    threads, Evidence.percent(share)));
  }

  private Optional<Bottleneck> pause() {
    Duration pause = workload.load().pause();
    double share = pause.toNanos() / (pause.toNanos() + evidence.serviceNanos().orElse(0));
    return Evidence.when(
        workload.load().schedule().isEmpty() && share >= Evidence.MOSTLY,
        Cause.PAUSE,
        () ->
            Text.of(
                "load.pause: each sender paused for %s after each send, %s of its time",
                Units.nanos(OptionalLong.of(pause.toNanos())), Evidence.percent(share)));
  }

  private Optional<Bottleneck> localTransaction() {
    double local = evidence.meanNanos(Metric.LOCAL_TRANSACTION).orElse(0);
    double service = evidence.serviceNanos().orElse(Double.POSITIVE_INFINITY);
    return Evidence.when(
        local >= Evidence.MOSTLY * service && evidence.waitingShare() >= NEARLY_ALWAYS,
        Cause.LOCAL_TRANSACTION,
        () ->
            Text.of(
                "the local transaction: it took %s of the time of a send",
                Evidence.percent(local / service)));
  }

  /** A node without figures may be the limit: a machine that is too busy answers no exporter. */
  private Optional<Bottleneck> invisibleBrokers() {
    List<String> unseen = evidence.unseenNodes();
    if (!unseen.isEmpty()) {
      return Optional.of(
          unknown(
              Text.of(
                  "the processors of %s are not visible%s%s",
                  String.join(", ", unseen), machines.nearest(), evidence.answers())));
    }
    return evidence.seesBrokers()
        ? Optional.empty()
        : Optional.of(
            unknown(
                "processors, disks and network of the brokers are not visible (the setting brokers"
                    + " names sources)"
                    + evidence.answers()));
  }

  /** Idle brokers and waiting senders: more senders, or larger windows, would send more. */
  private Optional<Bottleneck> senders() {
    double waiting = evidence.waitingShare();
    boolean windows = workload.load().mode() == SendMode.ASYNC;
    int threads = workload.load().threads();
    String senders = threads == 1 ? "the only sender thread" : threads + " sender threads";
    return Evidence.when(
        waiting >= NEARLY_ALWAYS,
        windows ? Cause.WINDOW : Cause.ROUND_TRIP,
        () ->
            Text.of(
                windows
                    ? "the window of %s sends in flight, which was full %s of the time%s%s"
                    : "the round trip: %s waited %s of the time for answers%s%s",
                windows ? run.throughput().inFlight() : senders,
                Evidence.percent(waiting),
                evidence.took(),
                machines.nearest()));
  }
}
