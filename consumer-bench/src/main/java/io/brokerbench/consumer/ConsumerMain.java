package io.brokerbench.consumer;

import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.clock.Clock;
import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.Exit;
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
    Exit.with(command(), args);
  }

  /** The command itself, for a launcher. */
  public static BenchCommand command() {
    return new BenchCommand(
        "consumer",
        "How many messages per second a broker hands over, and how long they were on their way.",
        RocketMqFlags.with(
            List.of(
                rocketMq("w", "threadCount", "consume.threads", "N", "Threads of each client"),
                rocketMq("g", "group", GROUP, "NAME", "Consumer group"),
                // Behind -g, to which it adds.
                rocketMq(
                    "p",
                    "group prefix enable",
                    ConsumerMain::numberedGroup,
                    "true|false",
                    "Add a number from 0 to 99 to the group's name"),
                rocketMq("f", "filterType", "consume.filter.type", "TAG|SQL92", "Filter messages")
                    .as(type -> type.toLowerCase(Locale.ROOT)),
                rocketMq(
                    "e",
                    "expression",
                    ConsumerMain::expression,
                    "FILE",
                    "By the expression in this file"),
                rocketMq(
                    "r", "fail rate", "consume.fail", "SHARE", "Share answered with \"later\""),
                rocketMq(
                    "c",
                    "clientRebalanceEnable",
                    "consume.client-rebalance",
                    "true|false",
                    "Clients share out the queues"),
                Flag.of("--from", "consume.from", "last|first", "Where a new group begins"),
                Flag.of(
                    "--model",
                    "consume.model",
                    "concurrent|orderly|pull-subscribe|pull-assign|pop",
                    "How messages are fetched and handed over"),
                Flag.of("--read-from", "consume.read-from", "auto|master|slave", "Which broker"),
                Flag.of("--backlog", "consume.backlog", "N|TIME", "Messages to build up first"),
                Flag.of("--work", "consume.work", "TIME", "Time a consumer takes for a message"),
                Flag.of("--drain", "consume.drain", "TIME", "Silence that ends the wait for more"),
                Flag.of("--clients", "consume.clients", "N", "Consumer clients"),
                Flag.of(
                    "--use-existing",
                    "consume.use-existing",
                    Flag.SWITCH,
                    "Consume what other clients may be waiting for"),
                Flag.of("--producers", "load.threads", "N", "Sender threads in the same run"),
                Flag.of("--size", "message.size", "BYTES", "Bytes of the body they send"))),
        ConsumerMain::consequences,
        new LineFormat(ConsumerConsoleLines::interval, result -> ""));
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
