package io.brokerbench.sample;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What remains of the samples of a time, however many they are: the first and the last, whose
 * difference is the growth of counters, and the maximum of each level. Immutable.
 *
 * @param ends first and last sample; one if there is only one, none without samples
 * @param levels maximum of each level of each process that ever reported it
 * @param host machine of the load generator; empty without samples
 * @param nodes nodes that others report, by name
 */
public record SampleSpan(
    List<Sample> ends,
    Map<String, Map<ProcessFigure, Long>> levels,
    Optional<HostSpan> host,
    Map<String, NodeSpan> nodes) {

  /**
   * What remains of the figures of a node that others report, over the time in which they were
   * known. Immutable.
   *
   * @param firstNanos reading time of the first figures of its process, on the run's clock
   * @param first figures of its process; null if there are none
   * @param lastNanos reading time of the last figures of its process
   * @param last figures of its process; null if there are none
   * @param host its machine
   */
  public record NodeSpan(
      long firstNanos,
      @Nullable ProcessFigures first,
      long lastNanos,
      @Nullable ProcessFigures last,
      Optional<HostSpan> host) {

    static final NodeSpan NONE = new NodeSpan(0, null, 0, null, Optional.empty());

    NodeSpan plus(NodeFigures figures) {
      Optional<HostSpan> machine =
          figures
              .host()
              .map(now -> host.map(span -> span.plus(now)).orElseGet(() -> HostSpan.of(now)))
              .or(() -> host);
      ProcessFigures process = figures.process().orElse(null);
      if (process == null) {
        return new NodeSpan(firstNanos, first, lastNanos, last, machine);
      }
      return first == null
          ? new NodeSpan(figures.nanos(), process, figures.nanos(), process, machine)
          : new NodeSpan(firstNanos, first, figures.nanos(), process, machine);
    }
  }

  public static final SampleSpan NONE =
      new SampleSpan(List.of(), Map.of(), Optional.empty(), Map.of());

  /** Of these samples, in order of time. */
  public static SampleSpan of(List<Sample> samples) {
    SampleSpan span = NONE;
    for (Sample sample : samples) {
      span = span.plus(sample);
    }
    return span;
  }

  public SampleSpan plus(Sample sample) {
    return new SampleSpan(
        ends.isEmpty() ? List.of(sample) : List.of(first(), sample),
        levelsWith(sample),
        Optional.of(
            host.map(span -> span.plus(sample.host())).orElseGet(() -> HostSpan.of(sample.host()))),
        nodesWith(sample));
  }

  private Map<String, NodeSpan> nodesWith(Sample sample) {
    Map<String, NodeSpan> after = new HashMap<>(nodes);
    sample
        .nodes()
        .forEach((name, now) -> after.put(name, nodes.getOrDefault(name, NodeSpan.NONE).plus(now)));
    return Map.copyOf(after);
  }

  private Map<String, Map<ProcessFigure, Long>> levelsWith(Sample sample) {
    Map<String, Map<ProcessFigure, Long>> after = new HashMap<>(levels);
    sample
        .processes()
        .forEach(
            (name, now) -> {
              Map<ProcessFigure, Long> maxima = new EnumMap<>(ProcessFigure.class);
              maxima.putAll(levels.getOrDefault(name, Map.of()));
              now.values()
                  .forEach(
                      (figure, value) -> {
                        if (figure.kind() == Kind.LEVEL) {
                          maxima.merge(figure, value, Math::max);
                        }
                      });
              after.put(name, maxima);
            });
    return Map.copyOf(after);
  }

  /** Whether there are samples of different times. */
  public boolean isSpan() {
    return ends.size() > 1 && last().nanos() > first().nanos();
  }

  /** The first sample; there must be one. */
  public Sample first() {
    return ends.get(0);
  }

  /** The last sample; there must be one. */
  public Sample last() {
    return ends.get(ends.size() - 1);
  }

  /** Maximum of a level of a process; null if it is unknown in each sample. */
  public @Nullable Long max(String process, ProcessFigure level) {
    return levels.getOrDefault(process, Map.of()).get(level);
  }
}
