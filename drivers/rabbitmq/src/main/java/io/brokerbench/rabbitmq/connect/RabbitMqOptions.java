package io.brokerbench.rabbitmq.connect;

import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The driver's settings; {@code rabbitmq.yaml} documents each setting and its default.
 *
 * @param persistent whether messages survive a restart of their broker
 * @param mandatory whether unroutable messages are returned
 * @param mode whether sends wait for confirms, have some outstanding, or have none
 * @param unconfirmed maximum number of unconfirmed sends per publisher
 * @param publishers number of publishers; 0 if the run sends nothing
 * @param transactions whether sends are transactions of their channel
 * @param message configuration of the messages
 */
public record RabbitMqOptions(
    Access access,
    Queues queues,
    boolean persistent,
    boolean mandatory,
    SendMode mode,
    int unconfirmed,
    int publishers,
    boolean transactions,
    MessageShape message,
    RabbitMqConsumerOptions consumers) {

  /**
   * Settings of connections.
   *
   * @param tls empty if connections are not encrypted
   * @param channels maximum number of channels of publishers or consumers per connection
   * @param direct whether the connection's own thread passes deliveries to consumers
   * @param heartbeatSeconds that the client asks for, 0 for none; the broker's is in force if it is
   *     shorter
   * @param heartbeatStated whether the user asks for this heartbeat
   */
  public record Access(
      String user,
      String password,
      String virtualHost,
      Optional<ClientTls> tls,
      int channels,
      boolean direct,
      int sendTimeoutMillis,
      int heartbeatSeconds,
      boolean heartbeatStated) {

    @Override
    public String toString() {
      return "Access[" + user + "]";
    }
  }

  private enum Threads {
    DIRECT,
    STOCK
  }

  private static final int MOST_CHANNELS = 2047;

  /** AMQP encodes it in 16 bits. */
  private static final int MOST_HEARTBEAT_SECONDS = 65_535;

  public static RabbitMqOptions read(Settings settings, Workload workload) {
    ConsumptionSettings consumption = workload.consumption();
    refuse(settings, workload);
    Access access = access(settings);
    Queues queues = Queues.read(settings, consumption, workload.load().threads() > 0);
    return new RabbitMqOptions(
        access,
        queues,
        settings.flag("rabbitmq.persistent"),
        settings.flag("rabbitmq.mandatory"),
        workload.load().mode(),
        workload.load().mode() == SendMode.ASYNC ? workload.load().inFlight().sends() : 1,
        workload.load().threads(),
        workload.transactions().enabled(),
        workload.message(),
        RabbitMqConsumerOptions.read(settings, workload, queues));
  }

  /**
   * The options of a run.
   *
   * @param run its number, part of names that are unique to it
   */
  public RabbitMqOptions forRun(String run) {
    return new RabbitMqOptions(
        access,
        queues.forRun(run),
        persistent,
        mandatory,
        mode,
        unconfirmed,
        publishers,
        transactions,
        message,
        consumers);
  }

  private static Access access(Settings settings) {
    return new Access(
        settings.text("rabbitmq.user"),
        settings.text("rabbitmq.password"),
        settings.text("rabbitmq.virtual-host"),
        ClientTls.read(settings),
        (int) settings.integer("rabbitmq.channels-per-connection", 1, MOST_CHANNELS),
        settings.choice("client.threads", Threads.class) == Threads.DIRECT,
        settings.duration("client.send-timeout", ChronoUnit.MILLIS, 1, Integer.MAX_VALUE),
        settings.duration("client.heartbeat", ChronoUnit.SECONDS, 0, MOST_HEARTBEAT_SECONDS),
        settings.isGiven("client.heartbeat"));
  }

  private static void refuse(Settings settings, Workload workload) {
    if (workload.message().batch() > 1) {
      settings.problem("message.batch", "must be 1: RabbitMQ takes one message at a time");
    }
    if (workload.message().tags().count() > 0) {
      settings.problem("message.tags", "must be 0: messages of RabbitMQ have no tags");
    }
    if (workload.message().topics().several()) {
      settings.problem(
          "topic.count", "must be 1: RabbitMQ has queues; topic.queues is the number of them");
    }
    if (workload.consumption().filter().type() != Filter.Type.NONE) {
      settings.problem("consume.filter.type", "must be none: RabbitMQ filters no queue");
    }
    if (workload.transactions().enabled() && workload.transactions().sendUnknown() > 0) {
      settings.problem(
          "transaction.send-unknown", "must be 0: RabbitMQ has no check-backs of transactions");
    }
  }

  /** Rate of each publisher, messages per second; NaN if the load has no single rate. */
  static double perPublisher(Workload workload) {
    return workload
            .load()
            .schedule()
            .map(schedule -> schedule.profile().onlyRate())
            .orElse(Double.NaN)
        / workload.load().threads();
  }

  /** Whether consumers simulate work. */
  static boolean works(Workload workload) {
    return !workload.consumption().work().isNone();
  }
}
