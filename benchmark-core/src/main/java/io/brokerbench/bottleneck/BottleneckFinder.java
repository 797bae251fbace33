package io.brokerbench.bottleneck;

import io.brokerbench.bound.Resource;
import io.brokerbench.bound.Utilization;
import io.brokerbench.results.Fsync;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.RunResult.Bottleneck.Cause;
import io.brokerbench.results.Throughput;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds what limited a run: the first rule whose evidence the run holds. docs/METRICS.md lists the
 * rules in this order.
 */
public final class BottleneckFinder {

  /** Share of the offered rate from which on it was held. */
  private static final double HELD = 0.99;

  /** Share of its capacity from which on a resource has no reserve. */
  private static final Map<Resource, Double> CEILINGS =
      new EnumMap<>(
          Map.of(Resource.CPU, 0.9, Resource.DISK, 0.9, Resource.NETWORK, 0.9, Resource.GC, 0.3));

  private static final double BLOCKED = 0.05;
  private static final double REJECTED = 0.01;

  /** Share of time or samples from which on a wait is the rule, not the exception. */
  private static final double MOSTLY = 0.5;

  /** Share of its time that a busy worker works, or a sender that does nothing else waits. */
  private static final double NEARLY_ALWAYS = 0.8;

  private final Evidence evidence;
  private final RunResult run;
  private final Workload workload;

  private BottleneckFinder(RunResult run, Workload workload) {
    this.evidence = Evidence.of(run, workload);
    this.run = run;
    this.workload = workload;
  }

  /** The limit of a run; {@link Cause#UNKNOWN} without sufficient evidence. */
  public static Bottleneck of(RunResult run, Workload workload) {
    return new BottleneckFinder(run, workload).find();
  }

  private Bottleneck find() {
    return Stream.<Supplier<Optional<Bottleneck>>>of(
            this::nothingSent,
            this::rateHeld,
            this::throttling,
            this::sharedProcessors,
            this::generator,
            this::resource,
            this::consumers,
            this::pause,
            this::flushOrReplication,
            this::localTransaction,
            this::brokerThreads,
            this::invisibleBrokers,
            this::senders)
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(this::reserves);
  }

  /** Neither a resource nor a wait explains the rate. */
  private Bottleneck reserves() {
    return unknown(
        Text.of(
            "no resource was near its ceiling%s, and senders waited only %s of the time for answers",
            nearest(), percent(evidence.waitingShare())));
  }

  private static Optional<Bottleneck> when(boolean holds, Cause cause, Supplier<String> text) {
    return holds ? Optional.of(new Bottleneck(cause, null, text.get())) : Optional.empty();
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
    return when(
        offered != null
            && received
            && rates.achievedPerSecond() >= HELD * offered
            && evidence.rejectedShare() < REJECTED,
        Cause.NONE,
        () -> "nothing: the offered rate was held" + nearest());
  }

  private Optional<Bottleneck> throttling() {
    double alarm = evidence.sampledShare("alarms");
    double blocked = evidence.timeShare("blockedMillis");
    double rejected = evidence.rejectedShare();
    List<String> signs = new ArrayList<>();
    if (alarm > BLOCKED) {
      signs.add(Text.of("a resource alarm was in effect in %s of the samples", percent(alarm)));
    }
    if (blocked > BLOCKED) {
      signs.add(Text.of("publishers were blocked for %s of the time", percent(blocked)));
    }
    if (rejected > REJECTED) {
      signs.add(
          Text.of(
              "%s of the messages were rejected (%s)",
              percent(rejected), String.join(", ", run.sends().rejected().keySet())));
    }
    return when(
        !signs.isEmpty(),
        Cause.THROTTLING,
        () -> "the brokers throttled the load: " + String.join(", ", signs));
  }

  /** The machine that load generator and brokers share, if its processors have no reserve. */
  private Optional<Bottleneck> sharedProcessors() {
    if (!evidence.sharesMachine()) {
      return Optional.empty();
    }
    HostUse host = evidence.machine();
    int processors = run.environment().host().logicalProcessors();
    double busy = host.cpuCoresMean();
    if (busy < reserveFrom(Resource.CPU) * processors) {
      return Optional.empty();
    }
    double own = evidence.generatorCores();
    double brokers = evidence.brokerCores();
    double others = Objects.requireNonNullElse(host.foreignCpuCoresMean(), 0.0);
    String text =
        Text.of(
            "the load generator used %.2f, the brokers %.2f and processes outside the run %.2f of the"
                + " %d processors of this machine, which was %s busy",
            own, brokers, others, processors, percent(busy / processors));
    if (others >= MOSTLY * busy) {
      return Optional.of(
          new Bottleneck(Cause.OTHER_PROCESSES, null, "processes outside the run: " + text));
    }
    if (own > 2 * brokers) {
      return Optional.of(new Bottleneck(Cause.GENERATOR, null, "the load generator: " + text));
    }
    return Optional.of(new Bottleneck(Cause.CPU, null, "the processors: " + text));
  }

  private Optional<Bottleneck> generator() {
    List<String> troubles = run.generator().troubles();
    return troubles == null || troubles.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Bottleneck(
                Cause.GENERATOR, null, "the load generator: " + String.join("; ", troubles)));
  }

  /** The resource that exceeds its ceiling by the greatest factor. */
  private Optional<Bottleneck> resource() {
    return closest()
        .filter(use -> use.getValue().share() >= reserveFrom(use.getKey()))
        .map(
            use ->
                new Bottleneck(
                    cause(use.getKey()),
                    use.getValue().node().isEmpty() ? null : use.getValue().node(),
                    Text.of(
                        "%s was in use %s of the time",
                        name(use.getKey(), use.getValue()), percent(use.getValue().share()))));
  }

  private Optional<Bottleneck> consumers() {
    if (!evidence.consumersAreBehind()) {
      return Optional.empty();
    }
    int threads = evidence.consumingThreads();
    int queues = evidence.queues();
    if (evidence.consumesInOrder() && queues > 0 && queues < threads) {
      double share = evidence.workShare(queues);
      return when(
          share >= NEARLY_ALWAYS,
          Cause.QUEUE,
          () ->
              Text.of(
                  "the queues: of each, one message at a time is consumed in order, so that %d of %d"
                      + " consumer threads worked at once; they spent %s of the time on consume.work",
                  queues, threads, percent(share)));
    }
    double share = evidence.workShare(threads);
    return when(
        share >= NEARLY_ALWAYS,
        Cause.CONSUMERS,
        () ->
            Text.of(
                "the consumers: their %d threads spent %s of the time on consume.work",
                threads, percent(share)));
  }

  private Optional<Bottleneck> pause() {
    Duration pause = workload.load().pause();
    double share = pause.toNanos() / (pause.toNanos() + evidence.serviceNanos().orElse(0));
    return when(
        workload.load().schedule().isEmpty() && share >= MOSTLY,
        Cause.PAUSE,
        () ->
            Text.of(
                "load.pause: each sender paused for %s after each send, %s of its time",
                Units.nanos(OptionalLong.of(pause.toNanos())), percent(share)));
  }

  /** Where a message waits in the brokers before it is acknowledged. */
  private Optional<Bottleneck> flushOrReplication() {
    Fsync fsync = run.fsync();
    double unflushed = evidence.sampledShare("unflushedBytes");
    double pressure = evidence.ioPressure();
    double forced = fsync == null ? 0 : fsync.share();
    double flush = run.promise().onDisk() ? Math.max(Math.max(unflushed, pressure), forced) : 0;
    double behind = run.promise().copies() > 1 ? evidence.sampledShare("replicaBehindBytes") : 0;
    if (Math.max(flush, behind) < MOSTLY) {
      return Optional.empty();
    }
    if (behind > flush) {
      return Optional.of(
          new Bottleneck(
              Cause.REPLICATION,
              null,
              Text.of(
                  "the replication: an acknowledgement waits for the replica, which lacked data in %s"
                      + " of the samples%s",
                  percent(behind), answers())));
    }
    List<String> signs = new ArrayList<>();
    if (forced >= MOSTLY && fsync != null) {
      signs.add(
          Text.of(
              "%s messages per second were acknowledged, %s of the %s forced writes per second that"
                  + " the disk completed before the load",
              Units.rate(run.throughput().ackedPerSecond()),
              percent(forced),
              Units.rate(fsync.perSecond())));
    }
    if (unflushed >= MOSTLY) {
      signs.add(Text.of("data waited for its flush in %s of the samples", percent(unflushed)));
    }
    if (pressure >= MOSTLY) {
      signs.add(Text.of("some task waited for the disk %s of the time", percent(pressure)));
    }
    return Optional.of(
        new Bottleneck(
            Cause.FLUSH,
            null,
            Text.of(
                "the flush to disk, for which an acknowledgement waits: %s%s",
                String.join(", ", signs), answers())));
  }

  private Optional<Bottleneck> localTransaction() {
    double local = evidence.meanNanos(Metric.LOCAL_TRANSACTION).orElse(0);
    double service = evidence.serviceNanos().orElse(Double.POSITIVE_INFINITY);
    return when(
        local >= MOSTLY * service && evidence.waitingShare() >= NEARLY_ALWAYS,
        Cause.LOCAL_TRANSACTION,
        () ->
            Text.of(
                "the local transaction: it took %s of the time of a send",
                percent(local / service)));
  }

  private Optional<Bottleneck> brokerThreads() {
    double waiting = evidence.sampledShare("sendQueueRequests");
    return when(
        waiting >= MOSTLY,
        Cause.BROKER_THREADS,
        () ->
            Text.of(
                "the brokers' threads that store messages: requests waited for one in %s of the"
                    + " samples%s",
                percent(waiting), answers()));
  }

  private Optional<Bottleneck> invisibleBrokers() {
    return evidence.seesBrokers()
        ? Optional.empty()
        : Optional.of(
            unknown(
                "processors, disks and network of the brokers are not visible (the setting brokers"
                    + " names sources)"
                    + answers()));
  }

  /** Idle brokers and waiting senders: more senders, or larger windows, would send more. */
  private Optional<Bottleneck> senders() {
    double waiting = evidence.waitingShare();
    if (waiting < NEARLY_ALWAYS) {
      return Optional.empty();
    }
    int threads = workload.load().threads();
    return workload.load().mode() == SendMode.ASYNC
        ? Optional.of(
            new Bottleneck(
                Cause.WINDOW,
                null,
                Text.of(
                    "the window of %s sends in flight, which was full %s of the time%s%s",
                    run.throughput().inFlight(), percent(waiting), took(), nearest())))
        : Optional.of(
            new Bottleneck(
                Cause.ROUND_TRIP,
                null,
                Text.of(
                    "the round trip: %s waited %s of the time for answers%s%s",
                    threads == 1 ? "the only sender thread" : threads + " sender threads",
                    percent(waiting),
                    took(),
                    nearest())));
  }

  private String answers() {
    return Text.of(
        "; senders waited %s of the time for answers%s", percent(evidence.waitingShare()), took());
  }

  private String took() {
    return evidence.serviceNanos().isEmpty()
        ? ""
        : Text.of(
            ", %s on average",
            Units.nanos(OptionalLong.of(Math.round(evidence.serviceNanos().getAsDouble()))));
  }

  /** The resource that was nearest its ceiling, as a clause; empty if none is visible. */
  private String nearest() {
    return closest()
        .map(
            use ->
                Text.of(
                    "; %s was nearest its ceiling, at %s",
                    name(use.getKey(), use.getValue()), percent(use.getValue().share())))
        .orElse("");
  }

  private Optional<Map.Entry<Resource, Utilization>> closest() {
    return evidence.utilizations().entrySet().stream()
        .filter(use -> CEILINGS.containsKey(use.getKey()))
        .max(Comparator.comparingDouble(use -> use.getValue().share() / reserveFrom(use.getKey())));
  }

  private static Cause cause(Resource resource) {
    return switch (resource) {
      case CPU -> Cause.CPU;
      case DISK -> Cause.DISK;
      case NETWORK -> Cause.NETWORK;
      case GC -> Cause.GC;
      case IOWAIT, MEMORY -> throw new IllegalArgumentException(resource + " has no ceiling");
    };
  }

  private static double reserveFrom(Resource resource) {
    return Objects.requireNonNullElse(CEILINGS.get(resource), Double.POSITIVE_INFINITY);
  }

  private static String name(Resource resource, Utilization use) {
    return use.node().isEmpty() ? resource.key() + " of this machine" : resource.of(use.node());
  }

  private static String percent(double share) {
    return Units.percent(share, 0);
  }
}
