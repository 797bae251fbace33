package io.brokerbench.monitor;

import io.brokerbench.monitor.NodeMetrics.ProcessReading;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a node from one page of its metrics after the other: its counters begin with zero on
 * the first one. Time in which they started anew, or do not belong together, is left out, and
 * named. Not thread-safe.
 */
final class NodeCounters {

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  /** An exporter reads clock and processors one after the other. */
  private static final double SLACK_SECONDS = 1;

  /** Steps of a clock that are noticed; user and system time are up to two times wrong. */
  private static final double STEP_SECONDS = 5;

  private static final String MODE = "seconds of mode ";
  private static final String PROCESS = "process ";

  private final CounterGrowth growth = new CounterGrowth();
  private final CounterGrowth cardBytes = new CounterGrowth();
  private final Map<String, Double> cardSeconds = new HashMap<>();
  private final List<String> leftOut = new ArrayList<>();
  private Map<String, Map<String, Double>> processorsBefore = Map.of();
  private double secondsBefore;
  private double processorSeconds;
  private double busySeconds;

  /** Of the process; infinite before the first page. */
  private double identity = Double.POSITIVE_INFINITY;

  private boolean skipsHost;

  /** Why time since the last call was left out; empty if none was. */
  List<String> takeLeftOut() {
    List<String> reasons = List.copyOf(leftOut);
    leftOut.clear();
    return reasons;
  }

  /**
   * Figures of the machine; empty if the metrics have none. A processor is busy in the elapsed time
   * except what is idle, waits for a disk or was stolen: user and system time are sampled, and up
   * to two times wrong.
   *
   * @throws IOException with the reason if the metrics contradict each other
   */
  Optional<HostFigures> host(NodeMetrics metrics) throws IOException {
    Map<String, Map<String, Double>> now = metrics.processors();
    OptionalDouble seconds = metrics.seconds();
    Map<String, Double> idle = now.getOrDefault(NodeMetrics.IDLE, Map.of());
    if (seconds.isEmpty() || idle.isEmpty()) {
      return Optional.empty();
    }
    double elapsed = processorsBefore.isEmpty() ? 0 : seconds.getAsDouble() - secondsBefore;
    Optional<String> broken =
        processorsBefore.isEmpty() ? Optional.empty() : contradiction(elapsed, now);
    broken.ifPresent(leftOut::add);
    skipsHost = broken.isPresent();
    double unused = 0;
    Map<String, Long> modes = new HashMap<>();
    for (Map.Entry<String, Map<String, Double>> mode : now.entrySet()) {
      double sum = sum(grown(MODE + mode.getKey(), mode.getValue()));
      unused += mode.getKey().equals(NodeMetrics.USED) ? 0 : sum;
      modes.put(mode.getKey(), nanos(Math.max(0, sum)));
    }
    processorSeconds += skipsHost ? 0 : elapsed * idle.size();
    // What is read first may be ahead of what is read last.
    busySeconds = Math.max(busySeconds, processorSeconds - unused);
    secondsBefore = seconds.getAsDouble();
    processorsBefore = now;
    Map<String, Double> sent = grown("sent bytes of ", metrics.byDevice(NodeMetrics.SENT));
    Map<String, Double> received =
        grown("received bytes of ", metrics.byDevice(NodeMetrics.RECEIVED));
    return Optional.of(
        new HostFigures(
            idle.size(),
            nanos(busySeconds),
            modes.getOrDefault(NodeMetrics.IO_WAIT, -1L),
            modes.getOrDefault(NodeMetrics.STEAL, -1L),
            nanos(processorSeconds),
            metrics.load().orElse(-1),
            traffic(sent, received),
            total(grown("written bytes of ", metrics.byDevice(NodeMetrics.DISK_WRITTEN))),
            total(grown("flushes of ", metrics.byDevice(NodeMetrics.DISK_FLUSHES))),
            metrics.memoryUsedShare().orElse(-1),
            scaled(grown("busy time of ", metrics.byDevice(NodeMetrics.DISK_BUSY)), NANOS),
            cards(metrics.cardSpeeds(), sent, received),
            metrics.fileSystemUsedShares(),
            scaled(grown("waiting time for ", metrics.pressureSeconds()), NANOS)));
  }

  /** Why the time since the last figures is no time of this machine; empty if it is. */
  private Optional<String> contradiction(double elapsed, Map<String, Map<String, Double>> now) {
    if (!ids(now).equals(ids(processorsBefore))) {
      return Optional.of(
          Text.of(
              "its processors changed from %d to %d",
              ids(processorsBefore).size(), ids(now).size()));
    }
    if (!now.keySet().equals(processorsBefore.keySet())) {
      return Optional.of("the modes of its processors changed");
    }
    if (elapsed < 0) {
      return Optional.of(Text.of("its clock went back by %.0f s", -elapsed));
    }
    int processors = ids(now).size();
    double slack = SLACK_SECONDS * processors;
    double unused = 0;
    double used = 0;
    for (Map.Entry<String, Map<String, Double>> mode : now.entrySet()) {
      double since = 0;
      for (Map.Entry<String, Double> each : mode.getValue().entrySet()) {
        since += growth.since(MODE + mode.getKey() + each.getKey(), each.getValue());
      }
      if (since < -slack) {
        return Optional.of("the counters of its processors started anew");
      }
      if (mode.getKey().equals(NodeMetrics.USED)) {
        used = since;
      } else {
        unused += since;
      }
    }
    if (unused > elapsed * processors + slack) {
      return Optional.of("its processors were idle for longer than the time that passed");
    }
    if (elapsed > 2 * (used + unused) / processors + STEP_SECONDS) {
      return Optional.of("its clock went ahead of the counters of its processors");
    }
    return Optional.empty();
  }

  private static Set<String> ids(Map<String, Map<String, Double>> processors) {
    return processors.getOrDefault(NodeMetrics.IDLE, Map.of()).keySet();
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }

  private static double sum(Map<String, Double> grown) {
    return grown.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Growth of counters of the machine by name. */
  private Map<String, Double> grown(String kind, Map<String, Double> now) {
    Map<String, Double> grown = new HashMap<>();
    now.forEach((name, reading) -> grown.put(name, grown(kind, name, reading)));
    return grown;
  }

  private double grown(String kind, String name, double reading) {
    String counter = kind + name;
    // Idle time may go back a little, which its sum over time makes good.
    boolean anew = !kind.startsWith(MODE) && growth.fell(counter, reading);
    if (anew && !skipsHost) {
      leftOut.add(Text.of("its %s%s started anew", kind, name));
    }
    return anew || skipsHost ? growth.skip(counter, reading) : growth.add(counter, reading);
  }

  private static Map<String, Long> scaled(Map<String, Double> grown, double unit) {
    Map<String, Long> scaled = new HashMap<>();
    grown.forEach((name, value) -> scaled.put(name, Math.round(value * unit)));
    return scaled;
  }

  private static long total(Map<String, Double> grown) {
    return grown.isEmpty() ? -1 : Math.round(sum(grown));
  }

  /** Bytes in both directions by interface; empty if either direction is unknown. */
  private static Map<String, Long> traffic(Map<String, Double> sent, Map<String, Double> received) {
    Map<String, Double> both = new HashMap<>(sent);
    both.keySet().retainAll(received.keySet());
    both.replaceAll((device, bytes) -> bytes + received.getOrDefault(device, 0.0));
    return scaled(both, 1);
  }

  /** Time that the traffic of each card took at its speed of that time, by direction. */
  private Map<String, Long> cards(
      Map<String, Double> speeds, Map<String, Double> sent, Map<String, Double> received) {
    Map<String, Double> busy = new HashMap<>();
    speeds.forEach(
        (card, bytesPerSecond) -> {
          card(busy, card + " received", received.get(card), bytesPerSecond);
          card(busy, card + " sent", sent.get(card), bytesPerSecond);
        });
    return scaled(busy, NANOS);
  }

  private void card(
      Map<String, Double> busy, String direction, @Nullable Double bytes, double bytesPerSecond) {
    if (bytes != null) {
      double seconds = cardBytes.since(direction, bytes) / bytesPerSecond;
      cardBytes.add(direction, bytes);
      busy.put(direction, cardSeconds.merge(direction, seconds, Double::sum));
    }
  }

  /** Figures of a process; empty if its processor time is unknown. */
  Map<ProcessFigure, Long> process(ProcessReading now) {
    if (!now.counters().containsKey(ProcessFigure.CPU_NANOS)) {
      return Map.of();
    }
    boolean first = Double.isInfinite(identity);
    boolean anew =
        (!first && Double.compare(identity, now.identity()) != 0)
            || now.counters().entrySet().stream()
                .anyMatch(each -> growth.fell(PROCESS + each.getKey(), each.getValue()));
    if (anew) {
      leftOut.add("its process was restarted, or is another one");
    }
    identity = now.identity();
    Map<ProcessFigure, Long> figures = new EnumMap<>(ProcessFigure.class);
    figures.putAll(now.levels());
    now.counters()
        .forEach(
            (figure, reading) -> {
              String counter = PROCESS + figure;
              double grown = anew ? growth.skip(counter, reading) : growth.add(counter, reading);
              figures.put(figure, Math.round(grown * unit(figure.kind())));
            });
    return figures;
  }

  /** Exporters count time in seconds. */
  private static double unit(Kind kind) {
    return switch (kind) {
      case PROCESSOR_NANOS -> NANOS;
      case MILLIS -> MILLIS;
      case COUNTER, LEVEL -> 1;
    };
  }

  /**
   * Growth of counters since each was first read. Differences of readings are taken before anything
   * is scaled, because the counters of years times a unit may leave a long. Not thread-safe.
   */
  private static final class CounterGrowth {

    private final Map<String, Double> read = new HashMap<>();
    private final Map<String, Double> grown = new HashMap<>();

    /** Whether a reading is below the one before it. */
    boolean fell(String counter, double reading) {
      return since(counter, reading) < 0;
    }

    /** Growth since the last reading; 0 if there is none. */
    double since(String counter, double reading) {
      return reading - read.getOrDefault(counter, reading);
    }

    /** Growth since the first reading, with this one. */
    double add(String counter, double reading) {
      double growth = grown.merge(counter, since(counter, reading), Double::sum);
      read.put(counter, reading);
      return growth;
    }

    /** The same without the growth since the last reading, which means nothing. */
    double skip(String counter, double reading) {
      read.put(counter, reading);
      return grown.merge(counter, 0.0, Double::sum);
    }
  }
}
