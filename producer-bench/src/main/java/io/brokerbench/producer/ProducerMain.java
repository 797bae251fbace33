package io.brokerbench.producer;

import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.Exit;
import io.brokerbench.command.RocketMqFlags;
import io.brokerbench.console.LineFormat;
import io.brokerbench.workload.SettingsReader;
import java.util.Map;

/** RocketMQ's Producer, extended. */
public final class ProducerMain {

  private ProducerMain() {}

  public static void main(String[] args) {
    Exit.with(command(), args);
  }

  /** The command itself, for a launcher. */
  public static BenchCommand command() {
    return new BenchCommand(
        "producer",
        "How many messages per second a broker takes.",
        SendFlags.with(
            rocketMq("q", "messageQuantity", "load.messages", "N", "Messages in all; 0 for ever"),
            rocketMq("y", "asyncEnable", "load.mode", "true|false", "Send without waiting")
                .as(ProducerMain::mode),
            rocketMq("d", "delayEnable", "message.delay", "true|false", "Send delayed messages"),
            rocketMq("e", "delayLevel", "message.delay-level", "N", "By this level")),
        ProducerMain::consequences,
        new LineFormat(ProducerConsoleLines::producer, ProducerConsoleLines::complete));
  }

  private static String mode(String async) {
    return switch (async) {
      case "true" -> "async";
      case "false" -> "sync";
      default -> "-y " + async;
    };
  }

  private static void consequences(SettingsReader reader, Map<String, String> environment) {
    RocketMqFlags.consequences(reader, environment);
    if (reader.peek("load.mode").equals("async")) {
      reader.setIfAbsent("load.threads", "1", "-y");
    }
    if (!reader.peek("load.messages").equals("0")) {
      reader.setIfAbsent("load.duration", "0", "-q");
      reader.setIfAbsent("load.warmup", "0", "-q");
    }
  }
}
