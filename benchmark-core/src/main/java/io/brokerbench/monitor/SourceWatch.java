package io.brokerbench.monitor;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one source of a node again and again, and keeps its latest figures. Thread-safe. */
final class SourceWatch {

  private static final double NANOS = 1e9;

  private final NodeSources node;
  private final SourceKind kind;
  private final Duration maxAge;
  private final Clock clock;
  private final MetricsSource source;
  private final NodeCounters counters = new NodeCounters();
  private @Nullable Latest latest;
  private List<String> missing = List.of();
  private @Nullable String lastFailure;
  private @Nullable String lost;
  private long reads;
  private long failures;
  private long longestReadNanos;
  private double oldestSeconds;

  /**
   * Figures as last read.
   *
   * @param newNanos when figures arrived that differ from those before, on the run's clock
   * @param seconds their time on the source's clock; NaN if unknown
   * @param ageSeconds their age at that arrival
   */
  record Latest(
      long newNanos,
      double seconds,
      double ageSeconds,
      Optional<HostFigures> host,
      Map<ProcessFigure, Long> process,
      Map<String, Long> broker) {

    /** Whether the source has what it is there for. */
    boolean any() {
      return host.isPresent() || !process.isEmpty() || !broker.isEmpty();
    }

    /** Whether these are all the figures that another page had. */
    boolean covers(Latest other) {
      return (host.isPresent() || other.host().isEmpty())
          && process.keySet().containsAll(other.process().keySet())
          && broker.keySet().containsAll(other.broker().keySet());
    }
  }

  SourceWatch(NodeSources node, SourceKind kind, Duration maxAge, Clock clock) {
    this.node = node;
    this.kind = kind;
    this.maxAge = maxAge;
    this.clock = clock;
    this.source = MetricsSource.of(node, kind, clock);
  }

  /**
   * Reads the source for the first time.
   *
   * @throws BrokerException if it does not answer, lacks what it is there for, or is too old
   */
  void check() throws BrokerException, InterruptedException {
    try {
      MetricsSource.Page page = source.read();
      Latest first = interpret(page);
      if (!first.any() || (hasGroup() && first.process().isEmpty())) {
        throw new BrokerException(
            Text.of("%s has no figures of the kind: %s", node.describe(kind), absent(first)));
      }
      double age = Math.max(page.ageSeconds(), page.intervalSeconds());
      if (age > maxAge.toNanos() / NANOS) {
        throw new BrokerException(
            Text.of(
                "%s has figures that are up to %.0f s old, and limits.figures-age is %.0f s: set it higher, and measure for several times as long",
                node.describe(kind), age, maxAge.toNanos() / NANOS));
      }
      keep(first);
    } catch (IOException e) {
      throw new BrokerException(Text.of("%s: %s", node.describe(kind), e.getMessage()), e);
    }
  }

  /** Whether the broker's process is a group of this source. */
  private boolean hasGroup() {
    return kind == SourceKind.PROCESS_EXPORTER
        || (kind == SourceKind.PROMETHEUS
            && !node.processGroup().isEmpty()
            && !node.endpoints().containsKey(SourceKind.PROCESS_EXPORTER));
  }

  private String absent(Latest first) {
    return hasGroup() && !missing.contains(NodeMetrics.GROUP_CPU)
        ? Text.of("no group has the name \"%s\"", node.processGroup())
        : kind == SourceKind.PROMETHEUS && !first.any()
            ? Text.of("the selector %s matches none", node.selector())
            : String.join(", ", missing) + " missing";
  }

  /** Reads the source; a failure is kept, and shows in the age of the latest figures. */
  void read() throws InterruptedException {
    long from = clock.nanoTime();
    try {
      Latest next = interpret(source.read());
      refuseLess(next);
      synchronized (this) {
        reads++;
        longestReadNanos = Math.max(longestReadNanos, clock.nanoTime() - from);
        lastFailure = null;
      }
      keep(next);
    } catch (IOException e) {
      synchronized (this) {
        reads++;
        failures++;
        lastFailure = e.getMessage();
      }
    }
    List<String> leftOut = counters.takeLeftOut();
    if (!leftOut.isEmpty()) {
      synchronized (this) {
        lost = String.join("; ", leftOut);
      }
    }
  }

  /** A page without figures of those before is that of another node, or of none. */
  private synchronized void refuseLess(Latest next) throws IOException {
    if (latest != null && !next.covers(latest)) {
      throw new IOException(
          missing.isEmpty()
              ? "it no longer has figures of the kind"
              : String.join(", ", missing) + " missing");
    }
  }

  private Latest interpret(MetricsSource.Page page) throws IOException {
    NodeMetrics metrics = new NodeMetrics(page.samples());
    boolean server = kind == SourceKind.PROMETHEUS;
    Optional<HostFigures> host = Optional.empty();
    Map<ProcessFigure, Long> process = Map.of();
    if (kind == SourceKind.NODE_EXPORTER || (server && metrics.has(SourceKind.NODE_EXPORTER))) {
      host = counters.host(metrics);
    }
    if (hasGroup()) {
      process = counters.process(metrics.group(node.processGroup()));
    } else if (kind == SourceKind.JVM || (server && metrics.has(SourceKind.JVM))) {
      process = counters.process(metrics.jvm());
    }
    Map<String, Long> broker =
        kind == SourceKind.ROCKETMQ || (server && metrics.has(SourceKind.ROCKETMQ))
            ? metrics.rocketMq()
            : Map.of();
    synchronized (this) {
      missing = List.copyOf(metrics.missing());
    }
    return new Latest(clock.nanoTime(), page.seconds(), page.ageSeconds(), host, process, broker);
  }

  /** Figures with the time of those before are not new. */
  private synchronized void keep(Latest next) {
    if (latest == null || latest.seconds() != next.seconds() || Double.isNaN(next.seconds())) {
      latest = next;
    }
  }

  /** The latest figures unless they are too old. */
  synchronized Optional<Latest> latest() {
    if (latest == null) {
      return Optional.empty();
    }
    double age = latest.ageSeconds() + (clock.nanoTime() - latest.newNanos()) / NANOS;
    oldestSeconds = Math.max(oldestSeconds, age);
    if (age <= maxAge.toNanos() / NANOS) {
      return Optional.of(latest);
    }
    lost =
        Text.of(
            "no new figures for %.0f s%s",
            age, lastFailure == null ? "" : Text.of(": %s", lastFailure));
    return Optional.empty();
  }

  synchronized SourceUse use() {
    return new SourceUse(
        node.name(),
        kind.key(),
        String.valueOf(node.endpoints().get(kind)),
        reads,
        failures,
        longestReadNanos,
        oldestSeconds,
        missing,
        lost);
  }

  /** Starts the use of the source anew: that of the warm-up does not count. */
  synchronized void restart() {
    reads = 0;
    failures = 0;
    longestReadNanos = 0;
    oldestSeconds = 0;
    lost = null;
  }

  String node() {
    return node.name();
  }

  /** What the source offers, in one line. */
  synchronized String summary() {
    return Text.of(
        "%s answers%s",
        node.describe(kind), missing.isEmpty() ? "" : "; missing " + String.join(", ", missing));
  }
}
