package io.brokerbench.producer;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.CommonFlags;
import io.brokerbench.command.Flag;
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
            .as(value -> value.equals("true") ? "async" : value.equals("false") ? "sync" : value));
    flags.add(
        Flag.rocketMq("d", "delayEnable", "message.delay", "true|false", "Send delayed messages"));
    flags.add(Flag.rocketMq("e", "delayLevel", "message.delay-level", "N", "By this level"));
    flags.addAll(CommonFlags.all());
    return new BenchCommand(
        "producer",
        "How many messages a second a broker takes.",
        flags,
        ProducerMain::consequences,
        ConsoleLines::producer);
  }

  private static void consequences(Map<String, String> given, SettingsReader reader) {
    RocketMqFlags.consequences(given, reader);
    if ("async".equals(given.get("load.mode")) && !given.containsKey("load.threads")) {
      reader.set("load.threads", "1", "-y");
    }
    if (given.containsKey("load.messages") && !"0".equals(given.get("load.messages"))) {
      if (!given.containsKey("load.duration")) {
        reader.set("load.duration", "0", "-q");
      }
      if (!given.containsKey("load.warmup")) {
        reader.set("load.warmup", "0", "-q");
      }
    }
  }
}
