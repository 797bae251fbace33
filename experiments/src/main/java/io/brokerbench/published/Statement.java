package io.brokerbench.published;

import io.brokerbench.published.Outcome.Flow;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a published statement in words is about, and what was measured of that. A statement names
 * its subject first, as in {@code memory: a part of 48 GB}; without a subject it is about the load.
 */
enum Statement {
  MEMORY,
  GC,
  PROSE;

  static Statement of(String text) {
    for (Statement subject : List.of(MEMORY, GC)) {
      if (text.toLowerCase(Locale.ROOT).startsWith(Text.notation(subject) + ":")) {
        return subject;
      }
    }
    return PROSE;
  }

  /** What was measured, each distinct text once; empty if nothing was. */
  String measured(List<StoredRun> runs) {
    return runs.stream()
        .flatMap(
            run ->
                switch (this) {
                  case MEMORY -> memory(run).stream();
                  case GC -> collections(run).stream();
                  case PROSE -> Flow.of(run).map(Flow::text).stream();
                })
        .distinct()
        .collect(Collectors.joining("; in another run "));
  }

  /** Exporters do not report how much memory their machines have. */
  private static Optional<String> memory(StoredRun run) {
    RunResult result = run.result();
    Double used = result.ofBrokerHosts(host -> host.memoryUsedShareMax());
    return used == null
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s%s in use",
                Units.percent(used, 0),
                result.resources().nodeHosts().isEmpty()
                    ? " of " + Units.bytes((double) result.environment().host().memoryBytes())
                    : ""));
  }

  private static Optional<String> collections(StoredRun run) {
    List<ProcessUse> brokers =
        run.result().resources().brokers().values().stream()
            .filter(use -> use.gcCount() != null && use.gcPauseMillisTotal() != null)
            .toList();
    return brokers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%d collections of %d brokers in %.0f s, %d ms in all",
                brokers.stream().mapToLong(ProcessUse::gcCount).sum(),
                brokers.size(),
                run.result().throughput().measuredSeconds(),
                brokers.stream().mapToLong(ProcessUse::gcPauseMillisTotal).sum()));
  }
}
