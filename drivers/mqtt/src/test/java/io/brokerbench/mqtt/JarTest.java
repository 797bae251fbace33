package io.brokerbench.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.junit.jupiter.api.Test;

final class JarTest {

  @Test
  void tellsNameAndReleaseOfTheLibraries() {
    assertThat(Jar.of(MqttClient.class)).matches("hivemq-mqtt-client 1\\.\\d+\\.\\d+");
    assertThat(Jar.of(MqttAsyncClient.class))
        .matches("org\\.eclipse\\.paho\\.client\\.mqttv3 1\\.\\d+\\.\\d+");
    assertThat(Jar.of(JarTest.class)).isEqualTo("io.brokerbench.mqtt");
  }
}
