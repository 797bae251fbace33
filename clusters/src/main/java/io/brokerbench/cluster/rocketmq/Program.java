package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** What a node runs, and in which words it takes its properties. */
enum Program {
  NAME_SERVER("org.apache.rocketmq.namesrv.NamesrvStartup"),
  BROKER("org.apache.rocketmq.broker.BrokerStartup"),
  /** From release 5 on: takes gRPC, and asks the brokers itself. Its file is JSON. */
  PROXY("org.apache.rocketmq.proxy.ProxyStartup");

  private final String mainClass;

  Program(String mainClass) {
    this.mainClass = mainClass;
  }

  String mainClass() {
    return mainClass;
  }

  /** The flag that names its file. */
  String fileOption() {
    return this == PROXY ? "-pc" : "-c";
  }

  String fileEnding() {
    return this == PROXY ? ".json" : ".conf";
  }

  /** What the file has in it; nothing in ours needs escaping. */
  byte[] fileContent(SortedMap<String, String> properties) {
    String text =
        this == PROXY
            ? properties.entrySet().stream()
                .map(
                    entry ->
                        String.format(
                            Locale.ROOT, "  \"%s\": \"%s\"", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"))
            : properties.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                .collect(Collectors.joining());
    return text.getBytes(UTF_8);
  }
}
