package io.brokerbench.rabbitmq.connect;

import io.brokerbench.units.Text;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.ConsumptionSettings.From;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.time.Duration;

/**
 * Consumer settings of the driver.
 *
 * @param clients clients of each group
 * @param threads consumers of each client; 0 without consumption
 * @param first whether messages already in the queues are consumed too
 * @param useExisting whether consumers may take messages that other clients may be waiting for
 * @param works whether consumers simulate work
 * @param autoAck whether consumers send no acknowledgements
 * @param prefetch maximum number of unacknowledged messages of each queue of a consumer; 0 for no
 *     limit
 * @param ackEvery deliveries per acknowledgement
 * @param ackWithinNanos maximum time from a delivery to its acknowledgement; 0 for no limit
 */
public record RabbitMqConsumerOptions(
    int clients,
    int threads,
    boolean first,
    boolean useExisting,
    boolean works,
    boolean autoAck,
    int prefetch,
    int ackEvery,
    long ackWithinNanos) {

  /** AMQP encodes the prefetch in 16 bits. */
  private static final int MOST_PREFETCH = 65_535;

  private enum Ack {
    MANUAL,
    AUTO
  }

  static RabbitMqConsumerOptions read(Settings settings, Workload workload, Queues queues) {
    ConsumptionSettings consumption = workload.consumption();
    double rate = RabbitMqOptions.perPublisher(workload);
    int prefetch = settings.parsed("rabbitmq.prefetch", text -> share(text, rate, 0, "load.rate"));
    RabbitMqConsumerOptions options =
        new RabbitMqConsumerOptions(
            consumption.clients(),
            consumption.threads(),
            consumption.from() == From.FIRST,
            consumption.useExisting(),
            RabbitMqOptions.works(workload),
            settings.choice("rabbitmq.ack", Ack.class) == Ack.AUTO,
            prefetch,
            settings.parsed(
                "rabbitmq.ack-every", text -> share(text, prefetch, 1, "rabbitmq.prefetch")),
            settings.duration("rabbitmq.ack-within", Duration.ZERO).toNanos());
    options.refuse(settings, workload, queues);
    return options;
  }

  private void refuse(Settings settings, Workload workload, Queues queues) {
    if (!any()) {
      return;
    }
    if (!autoAck && prefetch > 0 && ackEvery > prefetch) {
      settings.problem(
          "rabbitmq.ack-every",
          Text.of(
              "must not exceed rabbitmq.prefetch, %d, or consumers would wait forever; got %d",
              prefetch, ackEvery));
    }
    if (autoAck && workload.consumption().failShare() > 0) {
      settings.problem("consume.fail", "must be 0 with rabbitmq.ack=auto: nothing is redelivered");
    }
    if (workload.workers().paired() && (threads > 1 || clients > queues.count())) {
      settings.problem(
          "workers.placement",
          Text.of(
              "paired needs a queue (topic.queues, %d) for each client (consume.clients, %d) and"
                  + " consume.threads=1",
              queues.count(), clients));
    }
    if (queues.type() == QueueType.STREAM) {
      if (prefetch == 0) {
        settings.problem("rabbitmq.prefetch", "must be at least 1 for streams, got 0");
      }
      if (autoAck) {
        settings.problem("rabbitmq.ack", "must be manual for streams");
      }
      if (perGroup() > queues.count()) {
        settings.problem(
            "consume.clients",
            Text.of(
                "must leave each stream one consumer, for each gets all of it: %d consumers, %d streams",
                perGroup(), queues.count()));
      }
      if (workload.consumption().failShare() > 0) {
        settings.problem("consume.fail", "must be 0 for streams: nothing is redelivered");
      }
    }
  }

  /** Parses a number, or a percentage of another one, which yields at least 1. */
  private static int share(String text, double whole, int min, String ofWhat) {
    String trimmed = text.strip();
    try {
      if (!trimmed.endsWith("%")) {
        int number = Integer.parseInt(trimmed);
        if (number >= min && number <= MOST_PREFETCH) {
          return number;
        }
      } else if (Double.isNaN(whole)) {
        throw new IllegalArgumentException(
            Text.of(
                "needs a %s that stays the same to be a share of it, got \"%s\"", ofWhat, text));
      } else {
        double percent = Double.parseDouble(trimmed.substring(0, trimmed.length() - 1).strip());
        long number = Math.round(percent / 100 * whole);
        if (percent > 0 && number <= MOST_PREFETCH) {
          return (int) Math.max(1, number);
        }
      }
    } catch (NumberFormatException e) {
      // falls through to the common error message
    }
    throw new IllegalArgumentException(
        Text.of(
            "must be a whole number from %d to %,d, or such a share of %s as 10%%, got \"%s\"",
            min, MOST_PREFETCH, ofWhat, text));
  }

  boolean any() {
    return threads > 0;
  }

  public int perGroup() {
    return clients * threads;
  }
}
