package io.brokerbench.report;

import io.brokerbench.result.Interval;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.ProcessFigures;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * Meters of processes and host. Figures that the system does not tell have none. For one thread.
 */
final class ResourceMeters {

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  private final Meters meters;

  /** Registers what every host has. */
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

  /** Registers what shows up only now: processes, and what their JVMs tell. */
  void meet(Interval interval) {
    interval.sample().processes().forEach((name, now) -> new OfProcess(name, now).meet());
  }

  private final class OfProcess {
    private final String name;
    private final ProcessFigures now;

    OfProcess(String name, ProcessFigures now) {
      this.name = name;
      this.now = now;
    }

    void meet() {
      counter("cpu.seconds", "Processor time, user and system", NANOS, ProcessFigures::cpuNanos);
      gauge("resident.bytes", "Resident memory", ProcessFigures::rssBytes);
      gauge("heap.bytes", "Used heap", ProcessFigures::heapUsedBytes);
      counter("gc.seconds", "Time in collections", MILLIS, ProcessFigures::gcPauseMillis);
      counter("gc.collections", "Collections", 1, ProcessFigures::gcCount);
      counter("read.bytes", "Read from storage", 1, ProcessFigures::readBytes);
      counter(
          "written.bytes",
          "Written to storage, or dirtied in mapped files",
          1,
          ProcessFigures::writtenBytes);
    }

    private void counter(
        String figure, String help, double divisor, ToLongFunction<ProcessFigures> of) {
      if (of.applyAsLong(now) >= 0) {
        meters.counter(
            "process." + figure,
            Tags.of("process", name),
            help + ", of a process",
            interval -> Meters.known(of.applyAsLong(later(interval)) / divisor));
      }
    }

    private void gauge(String figure, String help, ToLongFunction<ProcessFigures> of) {
      if (of.applyAsLong(now) >= 0) {
        meters.gauge(
            "process." + figure,
            Tags.of("process", name),
            help + " of a process",
            moment -> Meters.known((double) of.applyAsLong(later(moment.interval()))));
      }
    }

    /** A process that has ended keeps its figures. */
    private ProcessFigures later(Interval interval) {
      return Objects.requireNonNull(interval.sample().processes().get(name));
    }
  }
}
