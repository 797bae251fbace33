package io.brokerbench.mqtt.inspect;

import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.results.Promise;

/** The promise of the answer to a message, by QoS (MQTT 3.1.1, 4.3). */
public final class MqttPromises {

  private MqttPromises() {}

  public static Promise of(MqttOptions options) {
    String disk = "; the broker has it; brokers do not report whether it is on disk";
    boolean atMostOnce = options.deliveredQos() == 0;
    String delivery = atMostOnce ? ", delivered at most once" : "";
    return switch (options.qos()) {
      case 0 -> new Promise(false, false, 0, "QoS 0: at most once, never acknowledged");
      case 1 ->
          new Promise(
              true,
              false,
              1,
              false,
              atMostOnce,
              "PUBACK, QoS 1: at least once"
                  + (atMostOnce ? " to the broker" : "")
                  + delivery
                  + disk);
      default ->
          new Promise(
              true,
              false,
              1,
              options.deliveredQos() == 2,
              atMostOnce,
              "PUBCOMP, QoS 2: "
                  + (options.deliveredQos() == 2 ? "exactly once" : "exactly once to the broker")
                  + delivery
                  + disk);
    };
  }
}
