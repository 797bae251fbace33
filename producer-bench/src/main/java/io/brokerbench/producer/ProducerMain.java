package io.brokerbench.producer;

import static io.brokerbench.command.Concern.LOAD;
import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.RocketMqFlags;
import io.brokerbench.console.LineFormat;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;

/** RocketMQ's Producer, extended. */
public final class ProducerMain {

  private ProducerMain() {}

  public static void main(String[] args) {
    command().execute(List.of(args), System.getenv(), System.out, System.err).end();
  }

  /** The command itself, for a launcher. */
  public static BenchCommand command() {
    return new BenchCommand(
        "producer",
        "How many messages per second a broker takes.",
        SendFlags.with(
            rocketMq(
                LOAD,
                "q",
                "messageQuantity",
                "load.messages",
                "N",
                "Number of messages; 0: no limit"),
            rocketMq(LOAD, "y", "asyncEnable", "load.mode", "true|false", "Send asynchronously")
                .as(ProducerMain::mode),
            rocketMq(
                MESSAGES,
                "d",
                "delayEnable",
                "message.delay",
                "true|false",
                "Send delayed messages"),
            rocketMq(MESSAGES, "e", "delayLevel", "message.delay-level", "N", "Delay level")),
        List.of(
            "bench producer -n namesrv:9876 -w 32 -s 1024 --duration 60s",
            "bench producer --flush sync --replication sync --rate 2000/s"),
        ProducerMain::consequences,
        new LineFormat(
            (now, workload, window) -> ProducerConsoleLines.producer(now, window),
            ProducerConsoleLines::complete));
  }

  private static String mode(String async) {
    return switch (async) {
      case "true" -> "async";
      case "false" -> "sync";
      default -> "-y " + async;
    };
  }

  private static void consequences(SettingsReader reader, Map<String, String> environment) {
    SendFlags.consequences(reader, environment);
    RocketMqFlags.warnOfIgnored(
        reader,
        "message.delay",
        "-d true: messages are not delayed",
        List.of(Map.entry("message.delay-level", "-e")));
    if (reader.peek("load.mode").equals("async")) {
      reader.setIfAbsent("load.threads", "1", "-y");
    }
    if (!reader.peek("load.messages").equals("0")) {
      reader.setIfAbsent("load.duration", "0", "-q");
      reader.setIfAbsent("load.warmup", "0", "-q");
    }
  }
}
