package io.brokerbench.producer;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.CommonFlags;
import io.brokerbench.command.Flag;
import io.brokerbench.report.LineFormat;
import io.brokerbench.workload.SettingsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** RocketMQ's Producer, extended. */
public final class ProducerMain {

  private ProducerMain() {}

  public static void main(String[] args) {
    Exit.with(command(), args);
  }

  static BenchCommand command() {
    List<Flag> flags = new ArrayList<>(RocketMqFlags.shared());
    flags.add(
        Flag.rocketMq("q", "messageQuantity", "load.messages", "N", "Messages in all; 0 for ever"));
    flags.add(
        Flag.rocketMq("y", "asyncEnable", "load.mode", "true|false", "Send without waiting")
            .as(
                value ->
                    value.equals("true")
                        ? "async"
                        : value.equals("false") ? "sync" : "-y " + value));
    flags.add(
        Flag.rocketMq("d", "delayEnable", "message.delay", "true|false", "Send delayed messages"));
    flags.add(Flag.rocketMq("e", "delayLevel", "message.delay-level", "N", "By this level"));
    flags.addAll(CommonFlags.all());
    return new BenchCommand(
        "producer",
        "How many messages a second a broker takes.",
        flags,
        ProducerMain::consequences,
        new LineFormat(ConsoleLines::producer, ConsoleLines::complete));
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
