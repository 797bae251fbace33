package io.brokerbench.rabbitmq;

import io.brokerbench.workload.Consumption;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Work;
import io.brokerbench.workload.Workload;
import java.time.Duration;

/**
 * The driver's settings; each is explained where its default stands, in {@code rabbitmq.yaml}.
 *
 * @param access what a connection needs
 * @param queues which there are
 * @param persistent whether messages survive a restart of their broker
 * @param mandatory whether unroutable messages come back
 * @param mode whether sends wait for confirms, have some outstanding, or have none
 * @param unconfirmed most sends of one publisher without a confirm
 * @param publishers how many there are; 0 if nobody sends
 * @param transactions whether sends are transactions of their channel
 * @param consumers how they consume
 */
record RabbitMqOptions(
    Access access,
    Queues queues,
    boolean persistent,
    boolean mandatory,
    SendMode mode,
    int unconfirmed,
    int publishers,
    boolean transactions,
    ConsumerOptions consumers) {

  /**
   * What a connection needs.
   *
   * @param tls whether it is encrypted; any certificate is taken
   * @param channels most channels of publishers or consumers on one connection
   * @param direct whether the connection's own thread hands deliveries over
   * @param heartbeatSeconds 0 for none
   */
  record Access(
      String user,
      String password,
      String virtualHost,
      boolean tls,
      int channels,
      boolean direct,
      int sendTimeoutMillis,
      int heartbeatSeconds) {

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

  static RabbitMqOptions read(Settings settings, Workload workload) {
    Consumption consumption = workload.consumption();
    refuse(settings, workload);
    Access access = access(settings);
    Queues queues = Queues.read(settings, consumption);
    InFlight inFlight = workload.load().inFlight();
    return new RabbitMqOptions(
        access,
        queues,
        settings.flag("rabbitmq.persistent"),
        settings.flag("rabbitmq.mandatory"),
        workload.load().mode(),
        workload.load().mode() == SendMode.ASYNC ? inFlight.sends() : 1,
        workload.load().threads(),
        workload.transactions().enabled(),
        ConsumerOptions.read(settings, workload, queues));
  }

  private static Access access(Settings settings) {
    return new Access(
        settings.text("rabbitmq.user"),
        settings.text("rabbitmq.password"),
        settings.text("rabbitmq.virtual-host"),
        settings.flag("cluster.tls"),
        (int) settings.integer("rabbitmq.channels-per-connection", 1, MOST_CHANNELS),
        settings.choice("client.threads", Threads.class) == Threads.DIRECT,
        (int) settings.duration("client.send-timeout", Duration.ofMillis(1)).toMillis(),
        (int) settings.duration("client.heartbeat", Duration.ZERO).toSeconds());
  }

  private static void refuse(Settings settings, Workload workload) {
    if (workload.message().batch() > 1) {
      settings.problem("message.batch", "must be 1: RabbitMQ takes one message at a time");
    }
    if (workload.message().tags() > 0) {
      settings.problem("message.tags", "must be 0: messages of RabbitMQ have no tags");
    }
    if (workload.consumption().filter().type() != Filter.Type.NONE) {
      settings.problem("consume.filter.type", "must be none: RabbitMQ filters no queue");
    }
    if (workload.transactions().enabled() && workload.transactions().sendUnknown() > 0) {
      settings.problem(
          "transaction.send-unknown", "must be 0: RabbitMQ asks nobody how a transaction ended");
    }
  }

  /** Messages that each publisher is to send in a second; NaN if that is not one rate. */
  static double perPublisher(Workload workload) {
    return workload
            .load()
            .schedule()
            .map(schedule -> schedule.profile().onlyRate())
            .orElse(Double.NaN)
        / workload.load().threads();
  }

  /** Whether a consumer's work takes time. */
  static boolean works(Workload workload) {
    Work work = workload.consumption().work();
    return work.highNanos() > 0;
  }
}
