package io.brokerbench.producer;

import static io.brokerbench.command.Concern.CLIENT;
import static io.brokerbench.command.Concern.LOAD;
import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.Flag;
import io.brokerbench.command.RocketMqFlags;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The flags of Producer and of BatchProducer of RocketMQ 5.5.0, with the meaning they have there.
 */
final class SendFlags {

  private static final List<Flag> BOTH =
      List.of(
          rocketMq(LOAD, "w", "threadCount", "load.threads", "N", "Number of sender threads"),
          rocketMq(MESSAGES, "s", "messageSize", "message.size", "BYTES", "Size of the body"),
          rocketMq(
              MESSAGES, "k", "keyEnable", "message.keys", "true|false", "Give each message a key"),
          rocketMq(
              MESSAGES,
              "p",
              "propertySize",
              "message.properties",
              "BYTES",
              "Size of the user properties"),
          rocketMq(MESSAGES, "l", "tagCount", "message.tags", "N", "Number of distinct tags"),
          rocketMq(
              CLIENT,
              "c",
              "compressEnable",
              "client.compress.enabled",
              "true|false",
              "Compress large bodies"),
          rocketMq(
                  CLIENT,
                  "ct",
                  "compressType",
                  "client.compress.type",
                  "ZLIB|LZ4|ZSTD",
                  "Compression algorithm")
              .as(type -> type.toLowerCase(Locale.ROOT)),
          rocketMq(
              CLIENT, "cl", "compressLevel", "client.compress.level", "N", "Compression level"),
          rocketMq(
              CLIENT,
              "ch",
              "compressOverHowMuch",
              "client.compress.over",
              "BYTES",
              "Minimum size of a body that is compressed"));

  private SendFlags() {}

  /** The flags of a command: these and its own. */
  static List<Flag> with(Flag... own) {
    return RocketMqFlags.with(Stream.concat(BOTH.stream(), Stream.of(own)).toList());
  }

  /** Adds the settings that both commands derive from their flags and the environment. */
  static void consequences(SettingsReader reader, Map<String, String> environment) {
    RocketMqFlags.consequences(reader, environment);
    RocketMqFlags.warnOfIgnored(
        reader,
        "client.compress.enabled",
        "-c true: bodies are not compressed",
        List.of(
            Map.entry("client.compress.type", "-ct"),
            Map.entry("client.compress.level", "-cl"),
            Map.entry("client.compress.over", "-ch")));
  }
}
