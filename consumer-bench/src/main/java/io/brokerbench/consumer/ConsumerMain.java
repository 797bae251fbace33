package io.brokerbench.consumer;

import static io.brokerbench.command.Concern.CONSUMERS;
import static io.brokerbench.command.Concern.LOAD;
import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.Flag;
import io.brokerbench.command.RocketMqFlags;
import io.brokerbench.console.LineFormat;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.TextFile;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** RocketMQ's Consumer, extended with producers whose messages it can reconcile. */
public final class ConsumerMain {

  private static final String GROUP = "consume.group";
  private static final String DEFAULT_GROUP = "benchmark_consumer";
  private static final int GROUP_NUMBERS = 100;

  private ConsumerMain() {}

  public static void main(String[] args) {
    command().execute(List.of(args), System.getenv(), System.out, System.err).end();
  }

  /** The command itself, for a launcher. */
  public static BenchCommand command() {
    return new BenchCommand(
        "consumer",
        "How many messages per second a broker delivers, and how long they take.",
        RocketMqFlags.with(
            List.of(
                rocketMq(
                    CONSUMERS,
                    "w",
                    "threadCount",
                    "consume.threads",
                    "N",
                    "Threads per consumer client"),
                rocketMq(CONSUMERS, "g", "group", GROUP, "NAME", "Consumer group"),
                // Behind -g, to which it adds.
                rocketMq(
                    CONSUMERS,
                    "p",
                    "group prefix enable",
                    "",
                    ConsumerMain::numberedGroup,
                    "true|false",
                    "Append a number from 0 to 99 to the group's name"),
                rocketMq(
                        CONSUMERS,
                        "f",
                        "filterType",
                        "consume.filter.type",
                        "TAG|SQL92",
                        "Type of the filter")
                    .as(type -> type.toLowerCase(Locale.ROOT)),
                rocketMq(
                    CONSUMERS,
                    "e",
                    "expression",
                    "",
                    ConsumerMain::expression,
                    "FILE",
                    "File with the filter's expression"),
                rocketMq(
                    CONSUMERS,
                    "r",
                    "fail rate",
                    "consume.fail",
                    "SHARE",
                    "Share answered with RECONSUME_LATER"),
                rocketMq(
                    CONSUMERS,
                    "c",
                    "clientRebalanceEnable",
                    "consume.client-rebalance",
                    "true|false",
                    "Let the clients assign the queues"),
                Flag.of(
                    CONSUMERS,
                    "--from",
                    "consume.from",
                    "last|first",
                    "Start position of a new group"),
                Flag.of(
                    CONSUMERS,
                    "--model",
                    "consume.model",
                    "concurrent|orderly|pull-subscribe|pull-assign|pop|simple",
                    "Way in which messages are fetched and delivered"),
                Flag.of(
                    CONSUMERS,
                    "--read-from",
                    "consume.read-from",
                    "auto|master|slave",
                    "Broker to read from"),
                Flag.of(
                    CONSUMERS,
                    "--backlog",
                    "consume.backlog",
                    "N|TIME",
                    "Backlog to build up before consumers start"),
                Flag.of(CONSUMERS, "--work", "consume.work", "TIME", "Processing time per message"),
                Flag.of(
                    CONSUMERS,
                    "--drain",
                    "consume.drain",
                    "TIME",
                    "Time without a message that ends the drain"),
                Flag.of(
                    CONSUMERS, "--clients", "consume.clients", "N", "Number of consumer clients"),
                Flag.of(
                    CONSUMERS,
                    "--use-existing",
                    "consume.use-existing",
                    Flag.SWITCH,
                    "Consume messages that other clients may expect"),
                Flag.of(
                    LOAD,
                    "--producers",
                    "load.threads",
                    "N",
                    "Number of sender threads in the same run; none with -n, unless given"),
                Flag.of(
                    MESSAGES, "--size", "message.size", "BYTES", "Size of the body they send"))),
        List.of(
            "bench consumer -n namesrv:9876 -t brokerbench-trial --producers 4 --rate 100/s",
            "bench consumer --producers 16 --rate 2000/s --clients 4 --duration 60s"),
        ConsumerMain::consequences,
        new LineFormat(ConsumerConsoleLines::interval, (result, all) -> ""));
  }

  private static void consequences(SettingsReader reader, Map<String, String> environment) {
    boolean external = RocketMqFlags.consequences(reader, environment);
    reader.setIfAbsent("name", "consumer", "--name");
    // RocketMQ's tool has 20. With MQTT each would be a connection, and one subscriber can take all
    // topics.
    reader.setIfAbsent("consume.threads", reader.peek("driver").equals("mqtt") ? "1" : "20", "-w");
    reader.setIfAbsent(GROUP, DEFAULT_GROUP, "-g");
    // No load is added to an external cluster unless requested.
    reader.setIfAbsent("load.threads", external ? "0" : "16", "--producers");
    reader.setIfAbsent("message.size", "1024", "--size");
    if (reader.peek("consume.threads").equals("0")) {
      reader.problem("-w: consume.threads must be at least 1 for a consumer");
    }
  }

  private static void numberedGroup(SettingsReader reader, String enabled, String origin) {
    switch (enabled) {
      case "true" -> {
        reader.setIfAbsent(GROUP, DEFAULT_GROUP, "-g");
        long number = Clock.system().now().toEpochMilli() % GROUP_NUMBERS;
        reader.set(GROUP, reader.peek(GROUP) + "_" + number, "-g");
      }
      case "false" -> {}
      default -> reader.problem(Text.of("%s: must be true or false, got \"%s\"", origin, enabled));
    }
  }

  private static void expression(SettingsReader reader, String file, String origin) {
    // The setting counts as given even if the file cannot be read.
    String expression = file;
    try {
      expression = TextFile.read(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      reader.problem(Text.of("%s: %s: %s", origin, file, e.getMessage()));
    }
    reader.set("consume.filter.expression", expression, origin);
  }
}
