package io.brokerbench.meters;

import io.brokerbench.measurement.Interval;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.micrometer.core.instrument.Tags;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Meters of processes and host. Figures that the system does not report have no meter. For one
 * thread.
 */
final class ResourceMeters {

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final Meters meters;

  /** Registers the meters that every host has. */
  ResourceMeters(Meters meters) {
    this.meters = meters;
    meters.gauge(
        "generator.hiccup.seconds",
        Tags.empty(),
        "Longest pause of the generator in the last second",
        moment -> moment.interval().hiccups().getMaxValue() / NANOS);
    cpu(
        "host.cpu.seconds",
        Tags.empty(),
        "Processor time of the host, all processors together",
        interval -> Optional.of(interval.sample().host()));
  }

  /** Registers the processor time of a machine by its modes. */
  private void cpu(String name, Tags tags, String help, Machine machine) {
    cpu(name, tags.and("mode", "busy"), help, machine, HostFigures::busyNanos);
    cpu(name, tags.and("mode", "iowait"), help, machine, HostFigures::ioWaitNanos);
    cpu(name, tags.and("mode", "steal"), help, machine, HostFigures::stealNanos);
  }

  private void cpu(
      String name, Tags tags, String help, Machine machine, ToDoubleFunction<HostFigures> nanos) {
    meters.counter(
        name, tags, help, interval -> Meters.known(figure(interval, machine, nanos) / NANOS));
  }

  /** The current figure of a machine; NaN if there is none any more. */
  private static double figure(
      Interval interval, Machine machine, ToDoubleFunction<HostFigures> figure) {
    return machine.in(interval).map(figure::applyAsDouble).orElse(Double.NaN);
  }

  private static double networkBytes(HostFigures host) {
    return host.networkBytes().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Finds the figures of a machine in an interval. */
  private interface Machine {
    Optional<HostFigures> in(Interval interval);
  }

  /**
   * Registers meters that become available during the run: processes, figures of their JVMs, and
   * other machines.
   */
  void meet(Interval interval) {
    interval
        .sample()
        .processes()
        .forEach(
            (process, now) -> {
              for (ProcessFigure figure : ProcessFigure.values()) {
                if (now.value(figure) != null) {
                  process(process, figure);
                }
              }
            });
    interval.sample().nodes().forEach((node, now) -> now.host().ifPresent(unused -> node(node)));
  }

  private void node(String node) {
    Tags tags = Tags.of("node", node);
    Machine machine =
        interval ->
            Optional.ofNullable(interval.sample().nodes().get(node)).flatMap(NodeFigures::host);
    cpu(
        "node.cpu.seconds",
        tags,
        "Processor time of another machine, all its processors together",
        machine);
    meters.gauge(
        "node.memory.used.ratio",
        tags,
        "Share of the memory of another machine that is not available",
        moment -> figure(moment.interval(), machine, HostFigures::memoryUsedShare));
    meters.counter(
        "node.network.bytes",
        tags,
        "Bytes that another machine received and sent, loopback included",
        interval -> Meters.known(figure(interval, machine, ResourceMeters::networkBytes)));
    meters.counter(
        "node.disk.written.bytes",
        tags,
        "Bytes that another machine wrote to its disks",
        interval -> Meters.known(figure(interval, machine, HostFigures::diskWrittenBytes)));
  }

  private void process(String process, ProcessFigure figure) {
    Tags tags = Tags.of("process", process);
    if (figure.kind() == Kind.LEVEL) {
      String help = figure.help() + " of a process";
      meters.gauge(figure.meter(), tags, help, moment -> value(moment.interval(), process, figure));
    } else {
      String help = figure.help() + ", of a process";
      meters.counter(figure.meter(), tags, help, interval -> value(interval, process, figure));
    }
  }

  /** The current figure in the unit of its meter; NaN if unknown. */
  private static double value(Interval interval, String process, ProcessFigure figure) {
    // A process that has ended keeps its figures, but not one whose exporter no longer answers.
    ProcessFigures now = interval.sample().processes().get(process);
    Long value = now == null ? null : now.value(figure);
    return value == null ? Double.NaN : value / unit(figure.kind());
  }

  private static double unit(Kind kind) {
    return switch (kind) {
      case LEVEL, COUNTER -> 1;
      case MILLIS -> MILLIS;
      case PROCESSOR_NANOS -> NANOS;
    };
  }
}
