package io.brokerbench.producer;

import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.Flag;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The flags that Producer and BatchProducer of RocketMQ 5.5.0 share, with their meaning there. */
final class RocketMqFlags {

  private static final String NAMESRV_ADDR = "NAMESRV_ADDR";

  private RocketMqFlags() {}

  static List<Flag> shared() {
    return List.of(
        new Flag(
            // BatchProducer spells it without "Addr".
            List.of("-n", "--n", "--namesrvAddr", "--namesrv"),
            "cluster.addresses",
            UnaryOperator.identity(),
            "HOST:PORT;...",
            "Name servers; without them a cluster is started"),
        rocketMq("t", "topic", "topic.name", "TOPIC", "Topic"),
        rocketMq("w", "threadCount", "load.threads", "N", "Sender threads"),
        rocketMq("s", "messageSize", "message.size", "BYTES", "Bytes of the body"),
        rocketMq("k", "keyEnable", "message.keys", "true|false", "Give each message a key"),
        rocketMq("p", "propertySize", "message.properties", "BYTES", "Bytes of user properties"),
        rocketMq("l", "tagCount", "message.tags", "N", "Number of different tags"),
        rocketMq("m", "msgTraceEnable", "client.trace", "true|false", "Trace messages"),
        rocketMq("a", "aclEnable", "client.acl.enabled", "true|false", "Sign requests"),
        rocketMq("ak", "accessKey", "client.acl.access-key", "KEY", "Access key"),
        rocketMq("sk", "secretKey", "client.acl.secret-key", "KEY", "Secret key"),
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
            "Bodies larger than this"),
        rocketMq(
                "ri",
                "reportInterval",
                "output.report-interval",
                "MS",
                "Milliseconds between lines")
            .as(millis -> millis.matches("\\d+") ? millis + "ms" : millis));
  }

  /** What both tools conclude from their flags and from the environment. */
  static void consequences(SettingsReader reader, Map<String, String> environment) {
    if (reader.peek("driver").equals("rocketmq") && environment.containsKey(NAMESRV_ADDR)) {
      reader.setIfAbsent("cluster.addresses", environment.get(NAMESRV_ADDR), NAMESRV_ADDR);
    }
    if (!reader.peek("cluster.addresses").isEmpty()) {
      reader.setIfAbsent("cluster.host", "external", "-n");
      reader.setIfAbsent("topic.name", "BenchmarkTest", "-t");
    }
  }
}
