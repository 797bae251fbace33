package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.junit.jupiter.api.Test;

final class ClientConnectionsTest {

  @Test
  void reportsNameAndReleaseOfTheLibraries() {
    assertThat(ClientConnections.library(MqttClient.class))
        .matches("hivemq-mqtt-client 1\\.\\d+\\.\\d+");
    assertThat(ClientConnections.library(MqttAsyncClient.class))
        .matches("org\\.eclipse\\.paho\\.client\\.mqttv3 1\\.\\d+\\.\\d+");
    assertThat(ClientConnections.library(ClientConnectionsTest.class))
        .isEqualTo("io.brokerbench.mqtt.connect");
  }
}
