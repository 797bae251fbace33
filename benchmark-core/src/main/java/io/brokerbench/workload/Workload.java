package io.brokerbench.workload;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.results.Metric;
import io.brokerbench.schedule.RateProfile;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConsumptionSettings.Backlog;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A validated workload. Immutable.
 *
 * @param name part of the result directory's name
 * @param seed of all random values
 * @param driver name of the driver
 * @param load configuration of the senders
 * @param message configuration of the messages
 * @param consumption configuration of the consumers
 * @param transactions configuration of the transactions, if enabled
 * @param connections configuration of the clients that connect alongside the load
 * @param limits of the verdict
 * @param requirements of the figures
 * @param abort limits that end the load to protect the cluster
 * @param workers processes that generate the load in place of this one
 * @param output destination of the results
 * @param liveMetrics destinations of the figures while the run goes on
 */
public record Workload(
    String name,
    long seed,
    String driver,
    Load load,
    MessageShape message,
    ConsumptionSettings consumption,
    TransactionSettings transactions,
    ConnectionSettings connections,
    Limits limits,
    Requirements requirements,
    AbortLimits abort,
    WorkerSettings workers,
    Output output,
    LiveMetrics liveMetrics) {

  /** The maximum length of a name, which is part of the names of files. */
  public static final int NAME_LENGTH = 64;

  private static final String NAME = "[A-Za-z0-9._-]{1," + NAME_LENGTH + "}";

  /** A reader with the defaults of every key that {@link #read} reads. */
  public static SettingsReader defaults() {
    return new SettingsReader().defaults(Workload.class, "defaults.yaml");
  }

  /** Reads the workload's own keys; reports problems to {@code settings}. */
  public static Workload read(Settings settings) {
    MessageShape message = MessageShape.read(settings);
    ConsumptionSettings consumption = ConsumptionSettings.read(settings, message);
    Load load = Load.read(settings, consumption, message.batch());
    boolean enough =
        load.messages() == 0
            || consumption.backlog().map(Backlog::messages).orElse(0L) <= load.messages();
    if (!enough) {
      settings.problem("consume.backlog", "must not be more than load.messages");
    }
    if (load.threads() == 0 && load.schedule().isPresent()) {
      settings.problem("load.rate", "needs senders: set load.threads");
    }
    if (load.threads() == 0 && load.messages() > 0) {
      settings.problem("load.messages", "needs senders: set load.threads");
    }
    if (load.threads() == 0 && consumption.backlog().isPresent()) {
      settings.problem("consume.backlog", "needs senders: set load.threads");
    }
    if (consumption.any() && consumption.backlog().isPresent()) {
      // The run would wait for its end for ever.
      unknownBacklog(load, message, consumption.filter().type())
          .forEach(why -> settings.problem("consume.backlog", "must be none " + why));
    }
    TransactionSettings transactions = TransactionSettings.read(settings, message, load);
    ConnectionSettings connections = ConnectionSettings.read(settings);
    Set<Metric> metrics = metrics(load, message, consumption, transactions, connections);
    AbortLimits abort = AbortLimits.read(settings, load, consumption, metrics);
    if (consumption.any() && abort.has(RunFigure.BACKLOG)) {
      refuseToAbort(settings, load, message, consumption.filter().type());
    }
    if (message.deliversLater()) {
      refuseOfLater(settings, load, consumption, transactions, abort);
    }
    return new Workload(
        settings.parsed(
            "name",
            text -> {
              if (!text.matches(NAME)) {
                throw new IllegalArgumentException(
                    Text.of(
                        "must be 1 to %d letters, digits, dots, hyphens or underscores, got \"%s\"",
                        NAME_LENGTH, text));
              }
              return text;
            }),
        settings.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        settings.text("driver"),
        load,
        message,
        consumption,
        transactions,
        connections,
        Limits.read(settings),
        Requirements.read(settings, load, consumption, metrics),
        abort,
        WorkerSettings.read(settings, load, message, consumption),
        Output.read(settings),
        LiveMetrics.read(settings));
  }

  /** Refuses to end the load by a backlog that is unknown: it would never end. */
  private static void refuseToAbort(
      Settings settings, Load load, MessageShape message, Filter.Type filter) {
    if (load.threads() == 0) {
      settings.problem("abort.backlog", "needs senders; set load.threads, or leave it out");
    }
    unknownBacklog(load, message, filter)
        .forEach(why -> settings.problem("abort.backlog", "must be none " + why));
  }

  /**
   * Why it is unknown during the load how many messages wait for consumers, each as the end of a
   * sentence; empty if it is known.
   */
  private static List<String> unknownBacklog(Load load, MessageShape message, Filter.Type filter) {
    List<String> reasons = new ArrayList<>();
    if (filter == Filter.Type.SQL92) {
      reasons.add("with consume.filter.type=sql92: only the brokers know which messages wait");
    }
    if (filter == Filter.Type.TAG && load.mode() == Load.SendMode.ONEWAY) {
      reasons.add("with a filter and load.mode=oneway: which messages wait is unknown");
    }
    if (!message.hasHeader()) {
      reasons.add(
          Text.of(
              "with bodies below %d bytes: which of them arrived is unknown", MessageHeader.BYTES));
    }
    return reasons;
  }

  /**
   * Why it is unknown during the load how many messages wait for the consumers, as the end of a
   * sentence; empty if it is known, or without consumers.
   */
  public Optional<String> whyBacklogUnknown() {
    if (!consumption.any()) {
      return Optional.empty();
    }
    return message.deliversLater()
        ? Optional.of("with " + MessageShape.DELIVER_AFTER)
        : unknownBacklog(load, message, consumption.filter().type()).stream().findFirst();
  }

  /** Refuses what messages that brokers hold until their time give no meaning to. */
  private static void refuseOfLater(
      Settings settings,
      Load load,
      ConsumptionSettings consumption,
      TransactionSettings transactions,
      AbortLimits abort) {
    if (transactions.enabled()) {
      settings.problem(MessageShape.DELIVER_AFTER, "must be 0 for transactions");
    }
    if (load.mode() == Load.SendMode.ONEWAY) {
      settings.problem(
          MessageShape.DELIVER_AFTER,
          "must be 0 with load.mode=oneway: which messages the brokers hold is unknown");
    }
    if (consumption.backlog().isPresent()) {
      settings.problem("consume.backlog", "must be none with " + MessageShape.DELIVER_AFTER);
    }
    if (abort.has(RunFigure.BACKLOG)) {
      settings.problem("abort.backlog", "must be none with " + MessageShape.DELIVER_AFTER);
    }
  }

  /** The latencies that a run of this workload can have. */
  public Set<Metric> metrics() {
    return metrics(load, message, consumption, transactions, connections);
  }

  private static Set<Metric> metrics(
      Load load,
      MessageShape message,
      ConsumptionSettings consumption,
      TransactionSettings transactions,
      ConnectionSettings connections) {
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    if (load.threads() > 0) {
      metrics.addAll(EnumSet.of(Metric.LAG, Metric.SERVICE, Metric.RESPONSE));
    }
    if (consumption.any()) {
      metrics.addAll(
          EnumSet.of(
              Metric.END_TO_END, Metric.BORN_TO_CONSUMER, Metric.STORE_TO_CONSUMER, Metric.SETTLE));
    }
    if (consumption.any() && message.deliversLater()) {
      metrics.addAll(EnumSet.of(Metric.LATE, Metric.EARLY));
    }
    if (consumption.fansOut()) {
      metrics.addAll(EnumSet.range(Metric.FIRST_COPY, Metric.LAST_COPY));
    }
    if (transactions.enabled()) {
      metrics.addAll(EnumSet.range(Metric.HALF_SEND, Metric.CHECK_BACK));
    }
    if (transactions.enabled() && consumption.any()) {
      metrics.add(Metric.CHECKED_END_TO_END);
    }
    if (connections.any()) {
      metrics.add(Metric.CONNECT);
    }
    if (connections.any() && connections.subscribe()) {
      metrics.add(Metric.SUBSCRIBE);
    }
    return metrics;
  }

  /**
   * Why no run of this workload has a figure, as a clause that says what to do; empty if it may
   * have it.
   */
  public Optional<String> whyMissing(RunFigure figure) {
    return Requirements.whyMissing(figure, load, consumption, metrics());
  }

  /**
   * The main latency of a run of this workload: the time that a user waits for a message, as far as
   * the run measures it.
   */
  public Metric leadingMetric() {
    if (load.threads() == 0) {
      return Metric.END_TO_END;
    }
    return load.schedule().isPresent() ? Metric.RESPONSE : Metric.SERVICE;
  }

  /** Whether senders offer the same load throughout the run. */
  public boolean constantLoad() {
    return load.threads() > 0 && load.constant() && consumption.backlog().isEmpty();
  }

  /**
   * The maximum time of the load in nanoseconds: the warm-up, or what a backlog takes in its place,
   * and the measured time.
   *
   * @param rate that is offered; empty for a closed loop
   */
  public double longestNanos(Optional<RateProfile> rate) {
    double before =
        consumption
            .backlog()
            .map(backlog -> backlog.buildNanos(rate))
            .orElse((double) load.warmup().orElse(load.warmupLimit()).toNanos());
    return before + (double) load.duration().toNanos();
  }

  /** Whether a consumer group must receive a stored message. */
  public Visibility visibility(int producer, long sequence) {
    Resolution end = transactions.outcome(seed, producer, sequence).end();
    if (end == Resolution.ROLLBACK) {
      return Visibility.NO;
    }
    Visibility selected = consumption.filter().selects(message.tag(producer, sequence));
    return end == Resolution.UNKNOWN && selected == Visibility.YES
        ? Visibility.BROKER_KNOWS
        : selected;
  }

  /**
   * Whether a consumer group must receive a message as soon as its send has succeeded; one that
   * waits for a check-back is not visible yet.
   */
  public Visibility visibilityWhenSent(int producer, long sequence) {
    return transactions.outcome(seed, producer, sequence).local() == Resolution.COMMIT
        ? visibility(producer, sequence)
        : Visibility.NO;
  }

  /**
   * Share of the messages that a consumer group must receive; empty if only the brokers know, or a
   * check-back decides.
   */
  public OptionalDouble visibleShare() {
    Filter filter = consumption.filter();
    if (filter.type() == Filter.Type.SQL92
        || (transactions.enabled() && transactions.sendUnknown() > 0)) {
      return OptionalDouble.empty();
    }
    double committed = transactions.enabled() ? 1 - transactions.sendRollback() : 1;
    return OptionalDouble.of(
        committed * message.taggedShare(tag -> filter.selects(tag) == Visibility.YES));
  }

  /** Whether a group must receive every message. */
  public boolean allVisible() {
    return transactions.commitAll() && consumption.filter().type() == Filter.Type.NONE;
  }
}
