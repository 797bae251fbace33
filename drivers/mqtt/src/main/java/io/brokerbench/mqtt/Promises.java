package io.brokerbench.mqtt;

import io.brokerbench.driver.Promise;

/** What the answer to a message means, by its quality of service (MQTT 3.1.1, 4.3). */
final class Promises {

  private Promises() {}

  static Promise of(MqttOptions options) {
    String disk = "; the broker has it, whether it is on disk, brokers do not tell";
    boolean atMostOnce = options.deliveredQos() == 0;
    String delivery = atMostOnce ? ", delivered at most once" : "";
    return switch (options.qos()) {
      case 0 -> new Promise(false, false, 0, "QoS 0: at most once, nobody answers");
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
