package io.brokerbench.producer;

import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.console.LineFormat;
import java.util.List;

/** RocketMQ's BatchProducer, extended. */
public final class BatchProducerMain {

  private static final String DEFAULT_BATCH = "16";

  private BatchProducerMain() {}

  public static void main(String[] args) {
    command().execute(List.of(args), System.getenv(), System.out, System.err).end();
  }

  /** The command itself, for a launcher. */
  public static BenchCommand command() {
    return new BenchCommand(
        "batchproducer",
        "How many messages per second a broker takes in batches.",
        SendFlags.with(
            rocketMq(MESSAGES, "b", "batchSize", "message.batch", "N", "Messages per request")),
        List.of("bench batchproducer -n namesrv:9876 -b 32 --duration 60s"),
        (reader, environment) -> {
          SendFlags.consequences(reader, environment);
          reader.setIfAbsent("message.batch", DEFAULT_BATCH, "-b");
        },
        new LineFormat(ProducerConsoleLines::batchProducer, (result, all) -> ""));
  }
}
