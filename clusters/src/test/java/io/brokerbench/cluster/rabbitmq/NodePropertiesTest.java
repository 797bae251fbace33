package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.workload.SettingsException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodePropertiesTest {

  private static final RabbitMqPrograms PROGRAMS =
      new RabbitMqPrograms(RabbitMqRelease.parse("3.10.8"), "rabbitmq-server", "epmd", Map.of());

  @Test
  void theFirstNodeFormsTheClusterAndTheOthersJoinIt() throws SettingsException {
    assertThat(properties(0, false).keySet())
        .noneMatch(name -> name.startsWith("cluster_formation"));
    assertThat(properties(2, false))
        .containsEntry("cluster_formation.peer_discovery_backend", "classic_config")
        .containsEntry("cluster_formation.classic_config.nodes.1", "r1@localhost")
        .containsEntry("cluster_formation.classic_config.nodes.2", "r2@localhost")
        .containsEntry("cluster_formation.classic_config.nodes.3", "r3@localhost");
    RabbitMqSettings five =
        RabbitMqSettings.read(TestSettings.of("cluster.nodes=5"), HostKeys.PROCESS);
    assertThat(NodeProperties.of(five, site(false, five.ports(20_000)), 4))
        .containsEntry("listeners.tcp.1", "127.0.0.1:20005")
        .containsEntry("cluster_formation.classic_config.nodes.5", "r5@localhost")
        .doesNotContainKey("cluster_formation.classic_config.nodes.6");
  }

  @ParameterizedTest
  @CsvSource({"3.7.28, 0", "3.8.9, 0", "3.8.17, 0", "3.8.18,", "3.8,", "3.10.8,", "4.0.5,"})
  void aNodeOfAnOldReleaseJoinsWithoutARandomDelay(String release, @Nullable String delay)
      throws SettingsException {
    RabbitMqSettings settings =
        RabbitMqSettings.read(TestSettings.of(), HostKeys.PROCESS)
            .of(RabbitMqRelease.parse(release));
    assertThat(
            NodeProperties.of(settings, site(false, settings.ports(20_000)), 1)
                .get("cluster_formation.randomized_startup_delay_range.max"))
        .isEqualTo(delay);
  }

  @Test
  void everyPortIsTheNodesOwnAndOnLoopback() throws SettingsException {
    assertThat(properties(1, false))
        .containsEntry("listeners.tcp.1", "127.0.0.1:20002")
        .containsEntry("prometheus.tcp.ip", "127.0.0.1")
        .containsEntry("prometheus.tcp.port", "20005");
    assertThat(node(1).environment())
        .containsEntry("RABBITMQ_DIST_PORT", "20008")
        .containsEntry("ERL_EPMD_PORT", "20000");
  }

  @Test
  void flagsOfErlangFollowThoseOfBrokerbench() throws SettingsException {
    String own = "-kernel inet_dist_use_interface {127,0,0,1} +Bi";
    assertThat(node(0).environment()).containsEntry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", own);
    RabbitMqSettings settings =
        RabbitMqSettings.read(TestSettings.of("cluster.erlang-flags= +S 2"), HostKeys.PROCESS);
    assertThat(node(0, settings.erlangFlags()).environment())
        .containsEntry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", own + " +S 2");
  }

  @Test
  void nodesThatDoNotCountMessagesHaveTheManagementApiOnLoopback() throws SettingsException {
    RabbitMqSettings settings =
        RabbitMqSettings.read(TestSettings.of(), HostKeys.PROCESS)
            .of(RabbitMqRelease.parse("3.8.9"));
    Placement<RabbitMqPortLayout> site = site(false, settings.ports(20_000));
    SortedMap<String, String> properties = NodeProperties.of(settings, site, 1);
    assertThat(properties)
        .containsEntry("management.tcp.ip", "127.0.0.1")
        .containsEntry("management.tcp.port", "20011")
        .doesNotContainKey("management_agent.disable_metrics_collector");
    assertThat(plugins(RabbitMqNode.of(PROGRAMS, site, 1, "", properties, "{}")))
        .contains("rabbitmq_management");
    assertThat(properties(1, false))
        .containsEntry("management_agent.disable_metrics_collector", "true")
        .doesNotContainKey("management.tcp.port");
    assertThat(plugins(node(1))).doesNotContain("rabbitmq_management");
  }

  @Test
  void nodesWhoseLeadersAreHitReportThemWithoutStatistics() throws SettingsException {
    RabbitMqSettings settings =
        RabbitMqSettings.read(
                TestSettings.of("faults.1.at=3s", "faults.1.kill=leader of queue 0"),
                HostKeys.PROCESS)
            .of(RabbitMqRelease.parse("3.10.8"));
    Placement<RabbitMqPortLayout> site = site(false, settings.ports(20_000));
    SortedMap<String, String> properties = NodeProperties.of(settings, site, 1);
    assertThat(properties)
        .containsEntry("management.tcp.port", "20011")
        .containsEntry("management_agent.disable_metrics_collector", "true");
    assertThat(plugins(RabbitMqNode.of(PROGRAMS, site, 1, "", properties, "{}")))
        .contains("rabbitmq_management");
  }

  private static String plugins(ProcessSpec spec) {
    return new String(spec.files().get("conf/enabled_plugins"), StandardCharsets.UTF_8);
  }

  @Test
  void withTlsThereIsNothingElse() throws SettingsException {
    assertThat(properties(1, true))
        .containsEntry("listeners.tcp", "none")
        .containsEntry("listeners.ssl.1", "127.0.0.1:20002")
        .containsEntry("ssl_options.certfile", "r2/conf/certificate.pem")
        .containsEntry("ssl_options.keyfile", "r2/user/key.pem")
        .doesNotContainKey("listeners.tcp.1");
  }

  @Test
  void givenPropertiesGoBeforeOurs() throws SettingsException {
    assertThat(properties(0, false, "cluster.properties.raft.wal_max_size_bytes=1"))
        .containsEntry("raft.wal_max_size_bytes", "1")
        .containsEntry("vm_memory_high_watermark.absolute", Long.toString(2L << 30))
        .containsEntry("disk_free_limit.absolute", Long.toString(1L << 30));
  }

  /** As docs/guide/rabbitmq.md and the settings' comment state it. */
  @Test
  void theWriteAheadLogIsSmallerThanByDefault() throws SettingsException {
    assertThat(properties(0, false)).containsEntry("raft.wal_max_size_bytes", "64000000");
  }

  @Test
  void theFileHasALineForEachProperty() throws SettingsException {
    assertThat(new String(node(0).files().get("conf/rabbitmq.conf"), StandardCharsets.UTF_8))
        .contains("cluster_name = c\n", "loopback_users = none\n");
  }

  @Test
  void noFileOfTheSystemsOwnServiceIsNamed() throws SettingsException {
    ProcessSpec spec = node(0);
    assertThat(spec.environment().entrySet())
        .filteredOn(entry -> entry.getKey().matches("HOME|RABBITMQ_.*(FILE|BASE|DIR)"))
        .hasSize(10)
        .allMatch(entry -> entry.getValue().startsWith("r1/"));
    assertThat(spec.environment())
        .containsEntry("RABBITMQ_NODENAME", "r1@localhost")
        .containsEntry("RABBITMQ_ALLOW_INPUT", "1");
  }

  private static ProcessSpec node(int node) throws SettingsException {
    return node(node, "");
  }

  private static ProcessSpec node(int node, String flags) throws SettingsException {
    return RabbitMqNode.of(PROGRAMS, site(false), node, flags, properties(node, false), "{}");
  }

  private static SortedMap<String, String> properties(int node, boolean tls, String... assignments)
      throws SettingsException {
    return NodeProperties.of(
        RabbitMqSettings.read(TestSettings.of(assignments), HostKeys.PROCESS), site(tls), node);
  }

  private static Placement<RabbitMqPortLayout> site(boolean tls) {
    return site(tls, new RabbitMqPortLayout(20_000, 3, false));
  }

  private static Placement<RabbitMqPortLayout> site(boolean tls, RabbitMqPortLayout ports) {
    return new Placement<>(
        "c",
        ports,
        "127.0.0.1",
        "127.0.0.1",
        Path::of,
        Secret.make(),
        tls ? Optional.of(new Certificate("certificate", "key", "authority")) : Optional.empty());
  }
}
