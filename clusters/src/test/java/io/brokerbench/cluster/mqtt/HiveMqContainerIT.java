package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.child.HiveMqMain;
import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.RequiresImage;
import io.brokerbench.driver.Cluster;
import io.brokerbench.testkit.Listening;
import io.brokerbench.testkit.TestJvm;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
@RequiresImage({"brokerbench/hivemq-ce:2025.5", "hivemq/hivemq-ce:2025.5"})
final class HiveMqContainerIT {

  private static final int RECEIVE_MILLIS = 120_000;

  @AfterEach
  void noContainerIsLeft() {
    assertThat(ContainerClusterIT.containers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "pod"})
  void aMessageIsDeliveredAndCounted(String network) throws Exception {
    try (Cluster cluster =
        GivenSettings.plan(
                new MqttClusterFactory(),
                "container",
                "cluster.broker=hivemq",
                "cluster.heap=256m",
                TestJvm.CLUSTER_FLAGS,
                "cluster.container.image=" + RequiresImage.Condition.image(HiveMqContainerIT.class),
                "cluster.container.network=" + network)
            .start(line -> {})) {
      HostPort broker = HostPort.list(cluster.address()).get(0);
      long before = published(cluster);
      try (MqttConnection client =
          new MqttConnection(broker.port(), Optional.empty(), Optional.empty(), "bb")) {
        client.subscribe("x");
        client.publish("x", "hello");
        assertThat(client.receive(RECEIVE_MILLIS)).isEqualTo("x hello");
      }
      assertThat(published(cluster)).isEqualTo(before + 1);
      assertThat(cluster.facts())
          .containsEntry("network", network)
          .containsEntry("broker", "hivemq")
          .containsEntry("release", "2025.5")
          .hasEntrySatisfying(
              "javaVersion", version -> assertThat(version).asString().matches("\\d+.*"));
      cluster.check();
      if (network.equals("host")) {
        assertThat(Listening.of(cluster)).hasSize(2);
        assertThat(Listening.beyondLoopback(cluster)).isEmpty();
      }
    }
  }

  // The address is that of a container of ours.
  @SuppressWarnings("BanJNDI")
  private static long published(Cluster cluster) throws Exception {
    JMXServiceURL url =
        new JMXServiceURL(
            String.format(
                Locale.ROOT,
                "service:jmx:rmi:///jndi/rmi://%s/jmxrmi",
                cluster.facts().get("jmxAddress")));
    String[] credentials = {HiveMqMain.USER, cluster.secret("jmxPassword").orElseThrow()};
    try (JMXConnector connector =
        JMXConnectorFactory.connect(url, Map.of(JMXConnector.CREDENTIALS, credentials))) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      ObjectName count =
          beans
              .queryNames(
                  new ObjectName("*:name=com.hivemq.messages.incoming.publish.count,*"), null)
              .iterator()
              .next();
      return (long) beans.getAttribute(count, "Count");
    }
  }
}
