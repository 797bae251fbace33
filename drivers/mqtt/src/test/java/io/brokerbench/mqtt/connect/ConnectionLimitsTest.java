package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.MqttDriverFactory;
import io.brokerbench.mqtt.TestOptions;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectionLimitsTest {

  private static final String RANGE = "32768\t60999";

  @ParameterizedTest
  @CsvSource({"28232, 1, true", "28233, 1, false", "56464, 2, true", "100000, 3, false"})
  void aMachineHasItsLocalPortsOnceForEachRoute(int connections, int routes, boolean enough) {
    assertThat(ConnectionLimits.portProblem(connections, routes, RANGE).isEmpty())
        .isEqualTo(enough);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "0, 3, 3", "1, 3, 1", "2, 3, 2"})
  void theLocalPortsOfASourceAddressAreForAllBrokersTogether(int sources, int brokers, int routes) {
    assertThat(ConnectionLimits.routes(sources, brokers)).isEqualTo(routes);
  }

  @Test
  void ofAddressesOfSeveralMachinesEachMachineUsesItsOwn() throws Exception {
    List<InetAddress> all = SourceAddresses.parse("203.0.113.1, 127.0.0.2, 127.0.0.3");
    assertThat(SourceAddresses.countOwn(all)).isEqualTo(2);
    SourceAddresses own = new SourceAddresses(all);
    assertThat(own.next().orElseThrow().getHostAddress()).isEqualTo("127.0.0.2");
    assertThat(own.next().orElseThrow().getHostAddress()).isEqualTo("127.0.0.3");
    assertThat(own.next().orElseThrow().getHostAddress()).isEqualTo("127.0.0.2");
    assertThat(SourceAddresses.countOwn(List.of())).isZero();
    List<InetAddress> others = SourceAddresses.parse("203.0.113.1,203.0.113.2");
    assertThatThrownBy(() -> SourceAddresses.countOwn(others))
        .hasMessageContaining("no address of this machine")
        .hasMessageEndingWith("203.0.113.1,203.0.113.2");
  }

  @Test
  void whatIsTooMuchComesWithTheRemedies() {
    assertThat(ConnectionLimits.portProblem(50_000, 1, RANGE).orElse(""))
        .contains("50,000 connections", "28,232 local ports", "mqtt.source-addresses");
  }

  @Test
  void aMachineWhoseRangeIsUnknownIsNotRefused() {
    assertThat(ConnectionLimits.portProblem(100_000, 1, "")).isEmpty();
  }

  /** Workers have a part of the clients each, and the settings of all. */
  @Test
  void whatTheSettingsOfAPartNeedIsNotCountedAsOfOneProcess() throws Exception {
    SettingsReader reader = Workload.defaults();
    new MqttDriverFactory().addDefaults(reader);
    reader.defaults(TestOptions.class, "cluster.yaml");
    Stream.of("driver=mqtt", "mqtt.publishers=99999", "mqtt.client=paho").forEach(reader::assign);
    Settings settings = reader.settings();
    MqttOptions options = MqttOptions.read(settings, Workload.read(settings));
    settings.refuse();
    options.checkProcess(settings);
    assertThatThrownBy(settings::refuse)
        .hasMessageContaining("mqtt.publishers and subscribers need ");
  }

  /** Other programs use local ports, too. */
  @Test
  void aConnectionWithoutALocalPortIsNotTheBrokersFault() {
    BindException taken = new BindException("Cannot assign requested address");
    assertThat(
            MqttRefusal.of(
                new ClientIdentity("x", new HostPort("10.0.0.1", 1883), false),
                new IOException("Cannot assign requested address: /10.0.0.1:1883", taken),
                Optional.empty()))
        .hasMessageContaining("no local port for a connection to 10.0.0.1:1883")
        .hasMessageContaining("mqtt.source-addresses");
  }
}
