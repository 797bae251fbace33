package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Resource use of each process and of the host in the measured time. */
public final class ResourceTable {

  private static final String UNKNOWN = "n/a";

  private ResourceTable() {}

  /**
   * One row per process.
   *
   * @param seconds length of the measured time
   */
  public static Table of(Resources resources, double seconds) {
    List<ProcessFigure.Column> columns = ProcessFigure.columns();
    List<Table.Column> titles = new ArrayList<>(List.of(new Table.Column("process", false)));
    columns.forEach(column -> titles.add(new Table.Column(column.title(), true)));
    List<List<String>> rows = new ArrayList<>();
    resources
        .processes()
        .forEach(
            (name, use) -> {
              List<String> row = new ArrayList<>(List.of(name));
              columns.forEach(column -> row.add(column.text(use, seconds)));
              rows.add(row);
            });
    return new Table(
        "Measured time. Memory and heap: maximum. GC: total of the pauses.", titles, rows);
  }

  /** The use of the host by all its processes, in one line. */
  public static String text(HostUse host) {
    return Text.of(
        "host: %.2f cores busy, %.2f used by other processes, iowait %s, steal %s, load %s",
        host.cpuCoresMean(),
        Objects.requireNonNullElse(host.foreignCpuCoresMean(), 0.0),
        share(host.ioWaitShare()),
        share(host.stealShare()),
        host.loadAverageMax() < 0 ? UNKNOWN : Text.of("%.1f", host.loadAverageMax()));
  }

  private static String share(@Nullable Double share) {
    return share == null ? UNKNOWN : Units.percent(share, 1);
  }
}
