package io.brokerbench.stored;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.RunFile;
import io.brokerbench.testkit.PartialRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredRunTest {

  @Test
  void aLimitIsToldWhereTheSettingIsAShare(@TempDir Path directory) throws Exception {
    assertThat(limit(directory, "7%")).contains("2 each");
    assertThat(limit(directory, "2 each")).isEmpty();
  }

  @Test
  void theCostOfAnExternalClusterIsThatOfItsMachines(@TempDir Path directory) throws Exception {
    Path file = directory.resolve(RunFile.NAME);
    Files.writeString(
        file,
        PartialRun.complete(
            "{\"command\": \"producer\", \"throughput\": {\"sentPerSecond\": 2000}}"));
    ObjectNode run = RunFile.tree(RunFile.read(file));
    for (String node : List.of("broker-a", "broker-b")) {
      run.withObject("/resources/hosts/" + node)
          .put("cpuCoresMean", 0.2)
          .put("ioWaitShare", 0)
          .put("stealShare", 0)
          .put("loadAverageMax", 0)
          .put("networkBytes", 0)
          .put("diskBytesWritten", 0);
    }
    Files.writeString(file, run.toString());
    StoredRun stored = StoredRun.read(directory);
    assertThat(RunFigure.CPU.label(stored.result())).isEqualTo("brokers' machines' CPU/msg");
    assertThat(RunFigure.CPU.positive(stored)).hasValue(200);
    run.withObject("/resources")
        .putArray("sources")
        .addObject()
        .put("node", "broker-c")
        .put("source", "node-exporter")
        .put("address", "http://10.0.0.5:9100/metrics")
        .put("reads", 10)
        .put("failedReads", 10)
        .put("longestReadNanos", 0)
        .put("oldestSeconds", 10)
        .putArray("missing");
    Files.writeString(file, run.toString());
    assertThat(RunFigure.CPU.positive(StoredRun.read(directory))).isEmpty();
  }

  @Test
  void theCostOfBrokersIsUnknownIfThatOfOneIs(@TempDir Path directory) throws Exception {
    assertThat(cost(directory, "20")).hasValue(80);
    assertThat(cost(directory, "null")).isEmpty();
  }

  @Test
  void anOrderThatIsBrokenInTheStreamAloneIsAFinding(@TempDir Path directory) throws Exception {
    assertThat(findings(directory, 2, 3)).isEqualTo("reordered 2");
    assertThat(findings(directory, 0, 3)).isEqualTo("reordered in their stream 3");
    assertThat(findings(directory, 0, 0)).isEqualTo("clean");
  }

  private static String findings(Path directory, long inQueue, long inStream) throws Exception {
    Files.writeString(
        directory.resolve(RunFile.NAME),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
                {"audit": {"agreesWithBroker": true, "reordered": %d, "reorderedInShard": %d}}
                """,
                inQueue,
                inStream)));
    return StoredRun.read(directory).audit().text();
  }

  private static OptionalDouble cost(Path directory, String ofOne) throws Exception {
    Files.writeString(
        directory.resolve(RunFile.NAME),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
                {"resources": {"broker-a": {"cpuMicrosPerMessage": 60},
                               "broker-b": {"cpuMicrosPerMessage": %s}}}
                """,
                ofOne)));
    return RunFigure.CPU.positive(StoredRun.read(directory));
  }

  private static Optional<String> limit(Path directory, String setting) throws Exception {
    Files.writeString(
        directory.resolve(RunFile.NAME),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
                {"command": "consumer", "verdict": {"status": "valid"},
                 "workload": {"load": {"in-flight": "%s"}},
                 "throughput": {"flow": "held", "inFlight": "2 each"}}
                """,
                setting)));
    return StoredRun.read(directory).inFlightLimit();
  }
}
