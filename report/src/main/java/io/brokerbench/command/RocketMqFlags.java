package io.brokerbench.command;

import static io.brokerbench.command.Concern.CLIENT;
import static io.brokerbench.command.Concern.CLUSTER;
import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Concern.OUTPUT;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The flags common to all tools of RocketMQ 5.5.0, with the same meaning. */
public final class RocketMqFlags {

  private static final String NAMESRV_ADDR = "NAMESRV_ADDR";

  private static final List<Flag> SHARED =
      List.of(
          new Flag(
              CLUSTER,
              // BatchProducer omits "Addr".
              List.of("-n", "--n", "--namesrvAddr", "--namesrv"),
              (reader, value, origin) -> reader.set("cluster.addresses", value, origin),
              "HOST:PORT;...",
              "Addresses of an external cluster; without them, a cluster is started"),
          Flag.of(
              CLUSTER,
              "--cluster",
              "cluster.broker-cluster-name",
              "NAME",
              "Name of the external cluster, if its name servers know several"),
          rocketMq(MESSAGES, "t", "topic", "topic.name", "TOPIC", "Name of the topic"),
          rocketMq(CLIENT, "m", "msgTraceEnable", "client.trace", "true|false", "Trace messages"),
          rocketMq(
              CLIENT, "a", "aclEnable", "client.acl.enabled", "true|false", "Sign requests (ACL)"),
          rocketMq(
              CLIENT, "ak", "accessKey", "client.acl.access-key", "KEY", "Access key of the ACL"),
          rocketMq(
              CLIENT, "sk", "secretKey", "client.acl.secret-key", "KEY", "Secret key of the ACL"),
          rocketMq(
                  OUTPUT,
                  "ri",
                  "reportInterval",
                  "output.report-interval",
                  "MS",
                  "Interval of the console's lines, in milliseconds")
              .as(RocketMqFlags::millis));

  private RocketMqFlags() {}

  /** All flags of a command: those of every RocketMQ tool, its own, and those of every command. */
  public static List<Flag> with(List<Flag> own) {
    return Stream.of(SHARED, own, CommonFlags.all()).flatMap(List::stream).toList();
  }

  /** Converts a number without a unit, which RocketMQ's tools use for milliseconds. */
  public static String millis(String value) {
    return value.matches("\\d+") ? value + "ms" : value;
  }

  /**
   * Adds the settings that all tools derive from their flags and the environment.
   *
   * @return whether the run uses an external cluster
   */
  public static boolean consequences(SettingsReader reader, Map<String, String> environment) {
    if (reader.peek("driver").equals("rocketmq") && environment.containsKey(NAMESRV_ADDR)) {
      reader.setIfAbsent("cluster.addresses", environment.get(NAMESRV_ADDR), NAMESRV_ADDR);
    }
    if (!reader.peek("cluster.addresses").isEmpty()) {
      reader.setIfAbsent("cluster.host", "external", "-n");
      if (reader.peek("driver").equals("rocketmq")) {
        reader.setIfAbsent("topic.name", "BenchmarkTest", "-t");
      }
    }
    warnOfKeysWithoutAcl(reader);
    boolean external = reader.peek("cluster.host").equals("external");
    if (external) {
      reader.setIfAbsent("abort.errors", "50% for 5s", "-n");
      reader.setIfAbsent("abort.alarms", "0 for 5s", "-n");
      if (reader.peek("driver").equals("rocketmq")) {
        reader.setIfAbsent("abort.disk", "85% for 5s", "-n");
      }
    }
    return external;
  }

  /**
   * RocketMQ's tools silently ignore keys in this case; brokerbench ignores them with a warning.
   */
  private static void warnOfKeysWithoutAcl(SettingsReader reader) {
    if (reader.peek("client.acl.enabled").equals("true")) {
      return;
    }
    List<String> ignored =
        Stream.of(
                Map.entry("client.acl.access-key", "-ak"),
                Map.entry("client.acl.secret-key", "-sk"))
            .filter(key -> reader.isGiven(key.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    if (!ignored.isEmpty()) {
      reader.warning(
          Text.of(
              "warning: %s without -a true: requests are not signed",
              String.join(" and ", ignored)));
    }
  }
}
