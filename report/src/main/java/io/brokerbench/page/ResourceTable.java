package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Table;
import io.brokerbench.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** What each process used in measured time. */
final class ResourceTable {

  private ResourceTable() {}

  static List<Block> of(JsonNode resources) {
    List<Block> blocks = new ArrayList<>();
    Table.Builder table =
        Table.of(
            "Measured time",
            "lrrrrrrr",
            "process",
            "cores",
            "CPU per message",
            "memory, most",
            "heap, most",
            "GC pauses",
            "written",
            "written per message");
    resources
        .properties()
        .forEach(
            each -> {
              JsonNode used = each.getValue();
              if (used.has("rssBytesMax")) {
                table.add(
                    each.getKey(),
                    text(used.path("cpuCoresMean"), value -> fixed(value, 2)),
                    text(used.path("cpuMicrosPerMessage"), value -> fixed(value, 1) + " us"),
                    text(used.path("rssBytesMax"), Units::bytes),
                    text(used.path("heapUsedBytesMax"), Units::bytes),
                    text(used.path("gcPauseMillisTotal"), value -> fixed(value, 0) + " ms"),
                    text(used.path("bytesWritten"), Units::bytes),
                    text(used.path("bytesWrittenPerMessage"), Units::bytes));
              }
            });
    Table processes = table.build();
    if (!processes.rows().isEmpty()) {
      blocks.add(processes);
    }
    JsonNode host = resources.path("host");
    if (host.path("cpuCoresMean").isNumber()) {
      blocks.add(
          new Paragraph(
              String.format(
                  Locale.ROOT,
                  "Host: %s cores busy, %s of them by processes outside the run; waiting for disks %s %%, stolen by other machines %s %% of the time.",
                  text(host.path("cpuCoresMean"), value -> fixed(value, 2)),
                  text(host.path("foreignCpuCoresMean"), value -> fixed(value, 2)),
                  text(host.path("ioWaitShare"), value -> fixed(100 * value, 1)),
                  text(host.path("stealShare"), value -> fixed(100 * value, 1)))));
    }
    return blocks;
  }

  private static String fixed(double value, int places) {
    return String.format(Locale.ROOT, "%,." + places + "f", value);
  }

  private static String text(JsonNode value, DoubleFunction<String> format) {
    return value.isNumber() ? format.apply(value.asDouble()) : "n/a";
  }
}
