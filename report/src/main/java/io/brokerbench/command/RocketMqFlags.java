package io.brokerbench.command;

import static io.brokerbench.command.Concern.CLIENT;
import static io.brokerbench.command.Concern.CLUSTER;
import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Concern.OUTPUT;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsReader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The flags common to all tools of RocketMQ 5.5.0, with the same meaning. */
public final class RocketMqFlags {

  /** Environment variable of RocketMQ's tools with the addresses of the name servers. */
  public static final String NAMESRV_ADDR = "NAMESRV_ADDR";

  /** Settings without effect where no worker generates the load. */
  private static final List<String> OF_WORKERS =
      List.of(
          "workers.local",
          "workers.listen",
          "workers.credentials",
          "workers.placement",
          "workers.shares");

  private static final List<Flag> SHARED =
      List.of(
          new Flag(
              CLUSTER,
              // BatchProducer omits "Addr".
              List.of("-n", "--n", "--namesrvAddr", "--namesrv"),
              "",
              (reader, value, origin) -> reader.set("cluster.addresses", value, origin),
              "HOST:PORT;...",
              "Addresses of an external cluster; without them, a cluster is started"),
          Flag.of(
              CLUSTER,
              "--cluster",
              "cluster.broker-cluster-name",
              "NAME",
              "Name of the external cluster, if its name servers know several"),
          rocketMq(
              MESSAGES,
              "t",
              "topic",
              "topic.name",
              "TOPIC",
              "Name of the topic; BenchmarkTest on RocketMQ with -n, unless given"),
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
    addExported(reader, environment.get(NAMESRV_ADDR));
    if (!reader.peek("cluster.addresses").isEmpty()) {
      reader.setIfAbsent("cluster.host", "external", "-n");
      if (reader.peek("driver").equals("rocketmq")) {
        reader.setIfAbsent("topic.name", "BenchmarkTest", "-t");
      }
    }
    warnOfIgnored(
        reader,
        "client.acl.enabled",
        "-a true: requests are not signed",
        List.of(
            Map.entry("client.acl.access-key", "-ak"), Map.entry("client.acl.secret-key", "-sk")));
    warnOfNoWorkers(reader);
    boolean external = reader.peek("cluster.host").equals("external");
    if (external) {
      reader.setIfAbsent("abort.errors", "50% for 5s", "-n");
      String driver = reader.peek("driver");
      if (driver.equals("rabbitmq") && reader.isGiven("cluster.metrics-addresses")) {
        reader.setIfAbsent("abort.alarms", "0 for 5s", "-n");
      } else if (driver.equals("rocketmq")) {
        reader.setIfAbsent("abort.disk", "85% for 5s", "-n");
      }
    }
    return external;
  }

  /**
   * Adds the addresses of the environment, unless a cluster is to be started. Those of other
   * machines need the user's word: a variable that was exported for something else must not direct
   * load at their cluster.
   */
  private static void addExported(SettingsReader reader, @Nullable String addresses) {
    if (addresses == null
        || !reader.peek("driver").equals("rocketmq")
        || reader.isGiven("cluster.addresses")
        || (reader.isGiven("cluster.host") && !reader.peek("cluster.host").equals("external"))) {
      return;
    }
    reader.setIfAbsent("cluster.addresses", addresses, NAMESRV_ADDR);
    if (!Stream.of(addresses.split(";", -1)).allMatch(RocketMqFlags::isOfThisMachine)) {
      reader.problem(
          Text.of(
              "%1$s is %2$s, which is another machine: add -n '%2$s' to put load on that cluster, or unset"
                  + " %1$s",
              NAMESRV_ADDR, addresses));
    }
  }

  /** Whether an address is empty or one of the loopback interface. */
  private static boolean isOfThisMachine(String address) {
    try {
      return InetAddress.getByName(address.strip().replaceFirst(":\\d+$", "")).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Warns of settings of workers where there are none; a matrix may have runs with and without. */
  private static void warnOfNoWorkers(SettingsReader reader) {
    List<String> ignored = OF_WORKERS.stream().filter(reader::isGiven).toList();
    if (!ignored.isEmpty() && reader.peek("workers.count").equals("0")) {
      reader.warning(
          Text.of(
              "warning: %s without workers.count (--workers): this process generates the load",
              String.join(" and ", ignored)));
    }
  }

  /**
   * Warns of flags that have no effect unless another one is true. RocketMQ's tools ignore them
   * silently; brokerbench ignores them with a warning.
   *
   * @param enabling setting of the other flag
   * @param missing the other flag, and what happens without it
   * @param flags settings and names of those without effect
   */
  public static void warnOfIgnored(
      SettingsReader reader,
      String enabling,
      String missing,
      List<Map.Entry<String, String>> flags) {
    List<String> ignored =
        flags.stream()
            .filter(flag -> reader.isGiven(flag.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    if (!ignored.isEmpty() && !reader.peek(enabling).equals("true")) {
      reader.warning(Text.of("warning: %s without %s", String.join(" and ", ignored), missing));
    }
  }
}
