package io.brokerbench.workers.run;

import io.brokerbench.generator.Standing;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import io.brokerbench.workers.protocol.CheckCounts;
import io.brokerbench.workers.protocol.ChronyState;
import io.brokerbench.workers.protocol.Counts;
import io.brokerbench.workers.protocol.Durations;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.GroupCounts;
import io.brokerbench.workers.protocol.Machine;
import io.brokerbench.workers.protocol.OrderCounts;
import io.brokerbench.workers.protocol.Ready;
import io.brokerbench.workers.protocol.Status;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The counts, latencies and figures of a worker as messages, and back. */
final class RunWire {

  private RunWire() {}

  /**
   * The message of a worker that has connected.
   *
   * @param chrony state of its machine's clock; empty if it is not known
   */
  static Ready ready(Optional<ChronyTracking> chrony) {
    Ready.Builder ready = Ready.newBuilder();
    chrony.ifPresent(
        state ->
            ready.setChrony(
                ChronyState.newBuilder()
                    .setOffsetNanos(state.offsetNanos())
                    .setRootDispersionNanos(state.rootDispersionNanos())
                    .setRootDelayNanos(state.rootDelayNanos())
                    .setLeapStatus(state.leapStatus())));
    return ready.build();
  }

  /** The state of the worker's clock; empty if it is not known. */
  static Optional<ChronyTracking> chrony(Ready ready) {
    ChronyState state = ready.getChrony();
    return ready.hasChrony()
        ? Optional.of(
            ChronyTracking.of(
                state.getOffsetNanos(),
                state.getRootDispersionNanos(),
                state.getRootDelayNanos(),
                state.getLeapStatus()))
        : Optional.empty();
  }

  /** A standing as a message without the worker's state. */
  static Status.Builder status(Standing standing) {
    Status.Builder status =
        Status.newBuilder()
            .setWarmup(counts(standing.warmup()))
            .setMeasured(counts(standing.measured()))
            .setChecks(
                CheckCounts.newBuilder()
                    .setChecks(standing.checks().checks())
                    .setUnexpected(standing.checks().unexpected())
                    .setDuplicate(standing.checks().duplicate())
                    .setForeign(standing.checks().foreign()))
            .setResolutions(standing.resolutions())
            .setBlockedNanos(standing.blockedNanos())
            .setOutOfRange(standing.outOfRange());
    standing.groups().forEach(group -> status.addGroups(group(group)));
    return status;
  }

  private static Counts counts(Ledger.Counts counts) {
    return Counts.newBuilder()
        .setAttempted(counts.attempted())
        .setOnTime(counts.onTime())
        .setAckedOnTime(counts.ackedOnTime())
        .putAllAcked(counts.acked())
        .putAllRejected(counts.rejected())
        .putAllUnknown(counts.unknown())
        .build();
  }

  private static GroupCounts group(Standing.Group group) {
    Receipts.Counts receipts = group.receipts();
    GroupCounts.Builder counts =
        GroupCounts.newBuilder()
            .setDeliveries(receipts.deliveries())
            .setMessages(receipts.messages())
            .setRedelivered(receipts.redelivered())
            .setRedeliveredFirsts(receipts.redeliveredFirsts())
            .setPostponed(receipts.postponed())
            .setForeign(receipts.foreign())
            .setUnexpected(receipts.unexpected())
            .setDuplicateDeliveries(receipts.duplicateDeliveries())
            .setCorruptDeliveries(receipts.corruptDeliveries())
            .setReceivedInTime(group.receivedInTime())
            .setLastNanos(group.lastNanos());
    OrderCheck.Counts order = receipts.order();
    if (order != null) {
      counts.setOrder(
          OrderCounts.newBuilder()
              .setReordered(order.reordered())
              .setReorderedInShard(order.reorderedInShard())
              .setLargestDisplacement(order.largestDisplacement()));
    }
    return counts.build();
  }

  /**
   * The standing in a message.
   *
   * @param offsetNanos of the worker's clock from that of the standing
   */
  static Standing standing(Status status, long offsetNanos) {
    CheckCounts checks = status.getChecks();
    return new Standing(
        counts(status.getWarmup()),
        counts(status.getMeasured()),
        status.getGroupsList().stream().map(group -> group(group, offsetNanos)).toList(),
        new CheckBackBook.Counts(
            checks.getChecks(), checks.getUnexpected(), checks.getDuplicate(), checks.getForeign()),
        status.getResolutions(),
        status.getBlockedNanos(),
        status.getOutOfRange());
  }

  private static Ledger.Counts counts(Counts counts) {
    return new Ledger.Counts(
        counts.getAttempted(),
        counts.getOnTime(),
        counts.getAckedOnTime(),
        Collections.unmodifiableSortedMap(new TreeMap<>(counts.getAckedMap())),
        Collections.unmodifiableSortedMap(new TreeMap<>(counts.getRejectedMap())),
        Collections.unmodifiableSortedMap(new TreeMap<>(counts.getUnknownMap())));
  }

  private static Standing.Group group(GroupCounts group, long offsetNanos) {
    return new Standing.Group(
        new Receipts.Counts(
            group.getDeliveries(),
            group.getMessages(),
            group.getRedelivered(),
            group.getRedeliveredFirsts(),
            group.getPostponed(),
            group.getForeign(),
            group.getUnexpected(),
            group.getDuplicateDeliveries(),
            group.getCorruptDeliveries(),
            group.hasOrder() ? order(group.getOrder()) : null),
        group.getReceivedInTime(),
        group.getLastNanos() == Long.MIN_VALUE
            ? Long.MIN_VALUE
            : group.getLastNanos() - offsetNanos);
  }

  private static OrderCheck.Counts order(OrderCounts order) {
    return new OrderCheck.Counts(
        order.getReordered(), order.getReorderedInShard(), order.getLargestDisplacement());
  }

  /** Latencies by the names of their metrics. */
  static Map<String, Durations> latencies(Map<Metric, Histogram> latencies) {
    Map<String, Durations> messages = new TreeMap<>();
    latencies.forEach((metric, histogram) -> messages.put(metric.name(), durations(histogram)));
    return messages;
  }

  /** The content of a histogram; its cost depends on the values that occurred. */
  static Durations durations(Histogram histogram) {
    Durations.Builder durations = Durations.newBuilder();
    long before = 0;
    for (HistogramIterationValue each : histogram.recordedValues()) {
      long nanos = histogram.lowestEquivalentValue(each.getValueIteratedTo());
      durations.addDistances(nanos - before).addCounts(each.getCountAtValueIteratedTo());
      before = nanos;
    }
    return durations.build();
  }

  /**
   * Latencies by metric.
   *
   * @throws IllegalArgumentException if the message is malformed
   */
  static Map<Metric, Durations> latencies(FlipReport flip, Phase phase) {
    Map<Metric, Durations> latencies = new EnumMap<>(Metric.class);
    (phase == Phase.WARMUP ? flip.getWarmupMap() : flip.getMeasuredMap())
        .forEach((name, durations) -> latencies.put(Metric.valueOf(name), checked(durations)));
    return latencies;
  }

  /**
   * The same durations.
   *
   * @throws IllegalArgumentException if they cannot be added to a histogram of latencies
   */
  static Durations checked(Durations durations) {
    if (durations.getDistancesCount() != durations.getCountsCount()) {
      throw new IllegalArgumentException("durations without counts");
    }
    long nanos = 0;
    for (int i = 0; i < durations.getCountsCount(); i++) {
      nanos += durations.getDistances(i);
      if (durations.getDistances(i) < 0 || nanos < 0 || nanos > LatencyRecorder.MAX_NANOS) {
        throw new IllegalArgumentException("a duration above an hour");
      }
      if (durations.getCounts(i) <= 0) {
        throw new IllegalArgumentException("a duration that did not occur");
      }
    }
    return durations;
  }

  /** Adds checked durations to a histogram, the longest first, so that it grows only once. */
  static void add(Durations durations, Histogram sum) {
    long nanos = 0;
    for (int i = 0; i < durations.getDistancesCount(); i++) {
      nanos += durations.getDistances(i);
    }
    for (int i = durations.getCountsCount() - 1; i >= 0; i--) {
      sum.recordValueWithCount(nanos, durations.getCounts(i));
      nanos -= durations.getDistances(i);
    }
  }

  static Map<Metric, Long> errors(FlipReport flip) {
    Map<Metric, Long> errors = new EnumMap<>(Metric.class);
    flip.getErrorNanosMap().forEach((name, nanos) -> errors.put(Metric.valueOf(name), nanos));
    return errors;
  }

  /** Process and machine of this worker. */
  static Machine machine(Sample sample) {
    HostFigures host = sample.host();
    Machine.Builder machine =
        Machine.newBuilder()
            .setWaitedNanos(sample.generatorWaitNanos())
            .setProcessors(host.processors())
            .setBusyNanos(host.busyNanos())
            .setIoWaitNanos(host.ioWaitNanos())
            .setStealNanos(host.stealNanos())
            .setTotalNanos(host.totalNanos())
            .setLoadAverage(host.loadAverage())
            .putAllNetworkBytes(host.networkBytes())
            .setDiskWrittenBytes(host.diskWrittenBytes())
            .setDiskFlushes(host.diskFlushes())
            .setMemoryUsedShare(host.memoryUsedShare())
            .putAllDiskBusyNanos(host.diskBusyNanos())
            .putAllNetworkBusyNanos(host.networkBusyNanos())
            .putAllPressureNanos(host.pressureNanos());
    ProcessFigures own = sample.processes().get(ResourceSampler.GENERATOR);
    Objects.requireNonNull(own)
        .values()
        .forEach((figure, value) -> machine.putProcess(figure.name(), value));
    return machine.build();
  }

  /** The figures in a message, read now. */
  static NodeFigures figures(Machine machine, long nowNanos) {
    Map<ProcessFigure, Long> process = new EnumMap<>(ProcessFigure.class);
    machine
        .getProcessMap()
        .forEach((name, value) -> process.put(ProcessFigure.valueOf(name), value));
    return new NodeFigures(
        nowNanos,
        Optional.of(new ProcessFigures(Role.GENERATOR, process)),
        Optional.of(
            new HostFigures(
                machine.getProcessors(),
                machine.getBusyNanos(),
                machine.getIoWaitNanos(),
                machine.getStealNanos(),
                machine.getTotalNanos(),
                machine.getLoadAverage(),
                machine.getNetworkBytesMap(),
                machine.getDiskWrittenBytes(),
                machine.getDiskFlushes(),
                machine.getMemoryUsedShare(),
                machine.getDiskBusyNanosMap(),
                machine.getNetworkBusyNanosMap(),
                Map.of(),
                machine.getPressureNanosMap())));
  }
}
