package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.units.Text;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The program of a node, and the format of its configuration file. */
enum NodeProgram {
  NAME_SERVER("org.apache.rocketmq.namesrv.NamesrvStartup"),
  BROKER("org.apache.rocketmq.broker.BrokerStartup"),
  /** From release 5 on: accepts gRPC and forwards to the brokers. Its file is JSON. */
  PROXY("org.apache.rocketmq.proxy.ProxyStartup");

  /** The proxy's option for the file of a broker, which it then starts in its own process. */
  static final String BROKER_FILE_OPTION = "-bc";

  private final String mainClass;

  NodeProgram(String mainClass) {
    this.mainClass = mainClass;
  }

  String mainClass() {
    return mainClass;
  }

  /** The option for the path of the configuration file. */
  String fileOption() {
    return this == PROXY ? "-pc" : "-c";
  }

  String fileEnding() {
    return this == PROXY ? ".json" : ".conf";
  }

  /** The content of the configuration file. Values of a proxy need no escaping. */
  byte[] fileContent(SortedMap<String, String> properties) {
    String text =
        this == PROXY
            ? properties.entrySet().stream()
                .map(entry -> Text.of("  \"%s\": \"%s\"", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"))
            : ProcessSpec.lines(properties, "=")
                .chars()
                .mapToObj(NodeProgram::escaped)
                .collect(Collectors.joining());
    return text.getBytes(UTF_8);
  }

  /**
   * A character as RocketMQ reads it, which takes files of properties for ISO 8859-1: a directory
   * outside ASCII would become another one, which would be left behind.
   */
  private static String escaped(int character) {
    if (character == '\\') {
      return "\\\\";
    }
    return character < 0x80 ? Character.toString(character) : Text.of("\\u%04x", character);
  }
}
