package io.brokerbench.meters;

import io.brokerbench.measurement.Interval;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.sample.HostFigures;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;
import java.util.function.ToLongFunction;

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
    hostCpu("busy", HostFigures::busyNanos);
    hostCpu("iowait", HostFigures::ioWaitNanos);
    hostCpu("steal", HostFigures::stealNanos);
  }

  private void hostCpu(String mode, ToLongFunction<HostFigures> nanos) {
    meters.counter(
        "host.cpu.seconds",
        Tags.of("mode", mode),
        "Processor time of the host, all processors together",
        interval -> Meters.known(nanos.applyAsLong(interval.sample().host()) / NANOS));
  }

  /**
   * Registers meters that become available during the run: processes, and figures of their JVMs.
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
  }

  private void process(String process, ProcessFigure figure) {
    String name = "process." + figure.meter();
    Tags tags = Tags.of("process", process);
    if (figure.kind() == Kind.LEVEL) {
      meters.gauge(
          name,
          tags,
          figure.help() + " of a process",
          moment -> value(moment.interval(), process, figure));
    } else {
      meters.counter(
          name,
          tags,
          figure.help() + ", of a process",
          interval -> value(interval, process, figure));
    }
  }

  /** The current figure in the unit of its meter; NaN if unknown. */
  private static double value(Interval interval, String process, ProcessFigure figure) {
    // A process that has ended keeps its figures.
    Long value = Objects.requireNonNull(interval.sample().processes().get(process)).value(figure);
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
