package io.brokerbench.doctor;

import io.brokerbench.ceiling.CeilingLatency;
import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.document.Table;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;

/** The console form of a checkup. */
public final class CheckupTable {

  private final Table.Builder table = Table.of("", "lrrrl", "|p50|p99|rate|");
  private final Ceilings ceilings;

  private CheckupTable(Ceilings ceilings) {
    this.ceilings = ceilings;
  }

  /** The lines: the ceilings, then the findings with their concerns. */
  public static List<String> lines(Checkup checkup) {
    List<String> lines = new ArrayList<>();
    lines.add("ceilings of this machine; disk: " + checkup.directory());
    lines.add("");
    lines.addAll(new CheckupTable(checkup.ceilings()).rows());
    lines.add("");
    Table.Builder found = Table.of("", "lll", "||");
    for (Finding each : checkup.findings()) {
      found.add(each.name(), each.value(), each.concern());
    }
    lines.addAll(found.build().lines());
    return lines;
  }

  private List<String> rows() {
    time("timer", ceilings.timer(), "", "between two readings of the clock");
    time("park", ceilings.park(), "", "overshoot of the shortest wait");
    String forces = perSecond(ceilings.fsync().perSecond());
    time("fsync", ceilings.fsync().latency(), forces, "4 KiB appended and forced, one thread");
    Ceilings.GroupedForces grouped = ceilings.groupedFsync();
    String shared =
        Text.of(
            "4 KiB appended, %d threads that share %s forces/s",
            grouped.threads(), Units.rate(grouped.forcesPerSecond()));
    table.add("fsync, grouped", "", "", perSecond(grouped.appendsPerSecond()), shared);
    bandwidth("sequential write", ceilings.sequentialWrite(), "1 MiB blocks, forced");
    time("loopback round trip", ceilings.loopbackRoundTrip(), "", "1 KiB there and back, TCP");
    bandwidth("loopback stream", ceilings.loopbackStream(), "one TCP connection");
    return table.build().lines();
  }

  private void time(String name, CeilingLatency latency, String rate, String what) {
    table.add(name, Units.nanos(latency.p50Nanos()), Units.nanos(latency.p99Nanos()), rate, what);
  }

  private void bandwidth(String name, Ceilings.Bandwidth bandwidth, String what) {
    table.add(name, "", "", Units.bytes(bandwidth.bytesPerSecond()) + "/s", what);
  }

  private static String perSecond(double rate) {
    return Units.rate(rate) + "/s";
  }
}
