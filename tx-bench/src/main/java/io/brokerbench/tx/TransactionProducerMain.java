package io.brokerbench.tx;

import static io.brokerbench.command.Concern.CONSUMERS;
import static io.brokerbench.command.Concern.LOAD;
import static io.brokerbench.command.Concern.MESSAGES;
import static io.brokerbench.command.Concern.TRANSACTIONS;
import static io.brokerbench.command.Flag.rocketMq;

import io.brokerbench.command.BenchCommand;
import io.brokerbench.command.Flag;
import io.brokerbench.command.RocketMqFlags;
import io.brokerbench.console.LineFormat;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.Map;

/** RocketMQ's TransactionProducer, extended with consumers that receive the committed messages. */
public final class TransactionProducerMain {

  private TransactionProducerMain() {}

  public static void main(String[] args) {
    command().execute(List.of(args), System.getenv(), System.out, System.err).end();
  }

  /** The command itself, for a launcher. */
  public static BenchCommand command() {
    return new BenchCommand(
        "tproducer",
        "How many transactions per second a broker takes, and their outcomes.",
        RocketMqFlags.with(
            List.of(
                rocketMq(LOAD, "w", "threadCount", "load.threads", "N", "Number of sender threads"),
                rocketMq(MESSAGES, "s", "messageSize", "message.size", "BYTES", "Size of the body"),
                share(
                    "sr",
                    "send rollback rate",
                    "send-rollback",
                    "Share of local transactions that roll back"),
                share(
                    "su",
                    "send unknown rate",
                    "send-unknown",
                    "Share of local transactions whose outcome is unknown"),
                share(
                    "cr",
                    "check rollback rate",
                    "check-rollback",
                    "Share of check-backs answered with rollback"),
                share(
                    "cu",
                    "check unknown rate",
                    "check-unknown",
                    "Share of check-backs answered with unknown"),
                rocketMq(
                    TRANSACTIONS,
                    "b",
                    "test batch id",
                    "",
                    (reader, value, origin) ->
                        reader.problem(
                            origin
                                + ": cannot be given: messages carry the number of their run, and"
                                + " check-backs for those of any other run are answered with"
                                + " unknown"),
                    "ID",
                    "Refused, because each run has its own number"),
                rocketMq(
                        LOAD,
                        "i",
                        "send interval",
                        "load.pause",
                        "MS",
                        "Pause of a thread after each send, in milliseconds")
                    .as(RocketMqFlags::millis),
                Flag.of(
                    TRANSACTIONS,
                    "--work",
                    "transaction.work",
                    "TIME",
                    "Duration of a local transaction"),
                brokerMillis(
                    "--transaction-timeout",
                    "transactionTimeOut",
                    "Age at which the broker checks a half message"),
                brokerMillis(
                    "--check-interval",
                    "transactionCheckInterval",
                    "Interval of the broker's searches for such messages"),
                Flag.of(
                    CONSUMERS,
                    "--consumers",
                    "consume.threads",
                    "N",
                    "Number of consumer threads; 0: none"))),
        List.of("bench tproducer -n namesrv:9876 -w 32 -s 2048 -sr 0.1 -su 0.1 --duration 60s"),
        TransactionProducerMain::consequences,
        new LineFormat(TransactionConsoleLines::interval, (result, all) -> ""));
  }

  private static Flag share(String letter, String longName, String setting, String description) {
    return rocketMq(TRANSACTIONS, letter, longName, "transaction." + setting, "SHARE", description);
  }

  /** A duration that is a broker property in milliseconds. */
  private static Flag brokerMillis(String name, String property, String description) {
    Flag.Effect effect =
        (reader, value, origin) -> {
          long millis = 0;
          try {
            millis = Quantities.duration(value).toMillis();
            if (millis == 0) {
              reader.problem(Text.of("%s: must be at least 1 ms, got \"%s\"", origin, value));
            }
          } catch (IllegalArgumentException e) {
            reader.problem(Text.of("%s: %s", origin, e.getMessage()));
          }
          reader.set("cluster.properties." + property, Long.toString(millis), origin);
        };
    return new Flag(TRANSACTIONS, List.of(name), "", effect, "TIME", description);
  }

  private static void consequences(SettingsReader reader, Map<String, String> environment) {
    RocketMqFlags.consequences(reader, environment);
    reader.setIfAbsent("name", "tproducer", "--name");
    reader.setIfAbsent("transaction.enabled", "true", "tproducer");
    reader.setIfAbsent("load.threads", "32", "-w");
    reader.setIfAbsent("message.size", "2048", "-s");
    reader.setIfAbsent("consume.threads", "4", "--consumers");
    boolean own =
        reader.peek("driver").equals("rocketmq") && reader.peek("cluster.addresses").isEmpty();
    if (own && !reader.peek("transaction.send-unknown").equals("0")) {
      // Shorter than the drain's silence, unlike the brokers' default of 30 s, and twice the delay
      // with which they record an answer: until it is recorded they check again, and deliver twice.
      reader.setIfAbsent("cluster.properties.transactionCheckInterval", "6000", "--check-interval");
    }
  }
}
