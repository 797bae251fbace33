package io.brokerbench.measurement;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.results.tables.AuditColumn;
import io.brokerbench.results.tables.AuditKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * {@code audit.csv}: the messages that were lost, recovered, and so on, by producer and sequence,
 * one row per range of consecutive sequences; with several groups also by group.
 */
final class AuditCsv {

  /** Maximum number of rows per kind and group; more would not be read. */
  private static final int MAX_ROWS = 100_000;

  private final Set<AuditColumn> columns;
  private final StringBuilder csv = new StringBuilder();

  private AuditCsv(Set<AuditColumn> columns) {
    this.columns = columns;
    row(AuditColumn::label);
  }

  /**
   * The text of the file; only its header line if there are no such messages.
   *
   * @param received of a run that has ended
   */
  static String of(Received received) {
    AuditCsv audit =
        new AuditCsv(
            received.ofSeveral()
                ? EnumSet.allOf(AuditColumn.class)
                : EnumSet.complementOf(EnumSet.of(AuditColumn.GROUP)));
    received.groups().forEach(audit::add);
    return audit.csv.toString();
  }

  private void add(Received.Group group) {
    sets(group)
        .forEach(
            (kind, messages) -> {
              for (MessageSet.Range range : messages.ranges(MAX_ROWS)) {
                row(column -> cell(column, group, kind, range));
              }
            });
  }

  private static String cell(
      AuditColumn column, Received.Group group, AuditKind kind, MessageSet.Range range) {
    return switch (column) {
      case KIND -> kind.label();
      case PRODUCER -> String.valueOf(range.producer());
      case FIRST_SEQUENCE -> String.valueOf(range.first());
      case LAST_SEQUENCE -> String.valueOf(range.last());
      case GROUP -> group.name();
    };
  }

  private void row(Function<AuditColumn, String> cell) {
    csv.append(columns.stream().map(cell).collect(Collectors.joining(","))).append('\n');
  }

  private static Map<AuditKind, MessageSet> sets(Received.Group group) {
    Map<AuditKind, MessageSet> sets = new EnumMap<>(AuditKind.class);
    Reconciliation reconciliation = group.reconciliation();
    if (reconciliation != null) {
      sets.put(AuditKind.LOST, reconciliation.lost());
      sets.put(AuditKind.RECOVERED, reconciliation.recovered());
      sets.put(AuditKind.INDETERMINATE, reconciliation.indeterminate());
      sets.put(AuditKind.PHANTOM, reconciliation.phantom());
    }
    Receipts receipts = Objects.requireNonNull(group.receipts());
    sets.put(AuditKind.DUPLICATED, receipts.duplicates());
    sets.put(AuditKind.CORRUPT, receipts.corrupt());
    OrderCheck order = receipts.order();
    if (order != null) {
      sets.put(AuditKind.REORDERED, order.reordered());
      sets.put(AuditKind.REORDERED_IN_SHARD, order.reorderedInShard());
    }
    return sets;
  }
}
