package io.brokerbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeSourcesTest {

  @Test
  void aListOfNamedNodesIsWhatKeysWithTheirNamesAre(@TempDir Path directory) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("a.yaml"),
            """
            brokers:
            - {name: broker-a.0, node-exporter: "http://10.0.0.3:9100/metrics"}
            - {prometheus: "https://10.0.0.9/prom", selector: job="x", process-group: mq, name: b}
            """);
    SettingsReader keys =
        new SettingsReader()
            .assign("brokers.broker-a.0.node-exporter=http://10.0.0.3:9100/metrics")
            .assign("brokers.b.prometheus=https://10.0.0.9/prom")
            .assign("brokers.b.selector=job=\"x\"")
            .assign("brokers.b.process-group=mq");
    List<NodeSources> nodes = NodeSources.read(new SettingsReader().file(file).settings());
    assertThat(nodes)
        .containsExactly(
            new NodeSources(
                "b",
                Map.of(SourceKind.PROMETHEUS, URI.create("https://10.0.0.9/prom")),
                "mq",
                "job=\"x\""),
            new NodeSources(
                "broker-a.0",
                Map.of(SourceKind.NODE_EXPORTER, URI.create("http://10.0.0.3:9100/metrics")),
                "",
                ""))
        .isEqualTo(NodeSources.read(keys.settings()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "brokers.a=http://x:1 | must name a node",
        "brokers.host.jvm=http://x:1 | must name a node",
        "brokers.a.jvm=x:1 | such as http://10.0.0.3:9100/metrics, got \"x:1\"",
        "brokers.a.jmx=http://x:1 | is no source of figures",
        "brokers.a.prometheus=http://x:1 | needs brokers.a.selector",
        "brokers.a.process-exporter=http://x:1 | needs brokers.a.process-group",
        "brokers.a.selector=job=x | --set: brokers.a.selector needs brokers.a.prometheus",
        "brokers.a.process-group=mq | brokers.a.process-group needs brokers.a.process-exporter",
        "brokers.a.selector= | --set: brokers.a.selector is empty",
      })
  void whatIsNoSourceIsRefused(String assignment, String reason) {
    assertThat(problems(assignment)).singleElement().asString().contains(reason);
  }

  @Test
  void aPasswordInAnAddressIsRefusedAndNotShown() {
    assertThat(problems("brokers.a.jvm=http://me:k4Marker@x:1/metrics"))
        .singleElement()
        .asString()
        .contains("without a user")
        .doesNotContain("k4Marker");
  }

  private static List<String> problems(String assignment) {
    Settings settings = new SettingsReader().assign(assignment).settings();
    NodeSources.read(settings);
    try {
      settings.finish();
      return List.of();
    } catch (SettingsException e) {
      return e.problems();
    }
  }
}
