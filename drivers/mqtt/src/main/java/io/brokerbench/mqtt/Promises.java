package io.brokerbench.mqtt;

import io.brokerbench.driver.Promise;

/** What the answer to a message means, by its quality of service (MQTT 3.1.1, 4.3). */
final class Promises {

  private Promises() {}

  static Promise of(MqttOptions options) {
    String disk = "whether it is on disk, brokers do not tell";
    return switch (options.qos()) {
      case 0 -> new Promise(false, false, 0, "QoS 0: at most once, nobody answers");
      case 1 ->
          new Promise(true, false, 1, "PUBACK, QoS 1: at least once; the broker has it, " + disk);
      default ->
          new Promise(
              true,
              false,
              1,
              options.deliveredQos() == 2,
              "PUBCOMP, QoS 2: "
                  + (options.deliveredQos() == 2 ? "exactly once" : "exactly once to the broker")
                  + "; the broker has it, "
                  + disk);
    };
  }
}
