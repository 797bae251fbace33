package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MQTT brokers started by brokerbench, each with another client. */
@Tag("default")
@RequiresMosquitto
final class MqttBrokersIT {

  private static final long MESSAGES = 1000;

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({"hivemq, hivemq", "mosquitto, paho"})
  void atQos1WhatIsAcknowledgedIsReceivedOnce(String broker, String client) throws Exception {
    MqttRuns runs = new MqttRuns(home.toRealPath());
    try (Bench bench =
        runs.own(
            broker,
            "--duration 150s --set load.threads=4 --set load.pause=1ms --set topic.queues=4"
                + " --set consume.clients=4 --set mqtt.qos=1 --set load.messages="
                + MESSAGES
                + " --set mqtt.client="
                + client
                + " --set "
                + Bench.DRAIN)) {
      Accounts accounts = Accounts.of(bench.end().measured()).areComplete().everythingCameOnce();
      assertThat(accounts.acked()).isEqualTo(MESSAGES);
    }
  }
}
