package io.brokerbench.producer;

import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.Flag;
import io.brokerbench.command.RocketMqFlags;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The flags of Producer and of BatchProducer of RocketMQ 5.5.0, with the meaning they have there.
 */
final class SendFlags {

  private static final List<Flag> BOTH =
      List.of(
          rocketMq("w", "threadCount", "load.threads", "N", "Sender threads"),
          rocketMq("s", "messageSize", "message.size", "BYTES", "Bytes of the body"),
          rocketMq("k", "keyEnable", "message.keys", "true|false", "Give each message a key"),
          rocketMq("p", "propertySize", "message.properties", "BYTES", "Bytes of user properties"),
          rocketMq("l", "tagCount", "message.tags", "N", "Number of different tags"),
          rocketMq(
              "c",
              "compressEnable",
              "client.compress.enabled",
              "true|false",
              "Compress bodies over a size"),
          rocketMq("ct", "compressType", "client.compress.type", "ZLIB|LZ4|ZSTD", "How")
              .as(type -> type.toLowerCase(Locale.ROOT)),
          rocketMq("cl", "compressLevel", "client.compress.level", "N", "How hard"),
          rocketMq(
              "ch",
              "compressOverHowMuch",
              "client.compress.over",
              "BYTES",
              "Bodies larger than this"));

  private SendFlags() {}

  /** The flags of a command: these and its own. */
  static List<Flag> with(Flag... own) {
    return RocketMqFlags.with(Stream.concat(BOTH.stream(), Stream.of(own)).toList());
  }
}
