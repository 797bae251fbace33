package io.brokerbench.producer;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.CommonFlags;
import io.brokerbench.command.Flag;
import io.brokerbench.report.LineFormat;
import java.util.ArrayList;
import java.util.List;

/** RocketMQ's BatchProducer, extended. */
public final class BatchProducerMain {

  private static final String DEFAULT_BATCH = "16";

  private BatchProducerMain() {}

  public static void main(String[] args) {
    Exit.with(command(), args);
  }

  static BenchCommand command() {
    List<Flag> flags = new ArrayList<>(RocketMqFlags.shared());
    flags.add(Flag.rocketMq("b", "batchSize", "message.batch", "N", "Messages in one request"));
    flags.addAll(CommonFlags.all());
    return new BenchCommand(
        "batchproducer",
        "How many messages a second a broker takes in batches.",
        flags,
        (reader, environment) -> {
          RocketMqFlags.consequences(reader, environment);
          reader.setIfAbsent("message.batch", DEFAULT_BATCH, "-b");
        },
        new LineFormat(ConsoleLines::batchProducer, result -> ""));
  }
}
