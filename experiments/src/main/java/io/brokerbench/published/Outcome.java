package io.brokerbench.published;

import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Throughput;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Settings;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The outcome of an offered load as publications describe it in prose, with the numeric rule that a
 * run is held against. The rules compare messages sent with those offered, and messages received
 * with those sent.
 */
@SuppressWarnings("ImmutableEnumChecker") // Functions without state.
enum Outcome {
  /** Publishers reach their rate, and consumers keep up. */
  TARGET(
      "target reached",
      "at least 95 % of the target was sent, and at least 95 % of that received",
      flow -> flow.keptUp() && flow.sent >= LoadOutcome.SAME),
  /** Publishers come close to their rate, and consumers keep up. */
  NEAR(
      "near the target",
      "75 % to 99 % of the target was sent, and at least 95 % of that received",
      flow -> flow.keptUp() && flow.sent >= Flow.CLOSE && flow.sent <= Flow.ALMOST_ALL,
      flow -> flow.keptUp() && flow.sent > Flow.ALMOST_ALL),
  /** Limits or brokers hold publishers back, and consumers keep up. */
  THROTTLED(
      "throttled",
      "less than 95 % of the target was sent, and at least 95 % of that received",
      flow -> flow.keptUp() && flow.sent < LoadOutcome.SAME,
      flow -> flow.keptUp() && flow.sent >= LoadOutcome.SAME),
  /** Consumers keep up, whatever publishers reach. */
  KEEPS_UP("consumers keep up", "at least 95 % of what was sent was received", Flow::keptUp),
  /** Consumers fall behind. */
  QUEUES_FILL(
      "queues fill",
      "less than 95 % of what was sent was received",
      flow -> !flow.keptUp(),
      Flow::keptUp);

  /** Name of the figure in workload files. */
  static final String KEY = "outcome";

  private final String words;
  private final String rule;
  private final Predicate<Flow> fitting;
  private final Predicate<Flow> coping;

  Outcome(String words, String rule, Predicate<Flow> fitting) {
    this(words, rule, fitting, fitting);
  }

  Outcome(String words, String rule, Predicate<Flow> fitting, Predicate<Flow> coping) {
    this.words = words;
    this.rule = rule;
    this.fitting = fitting;
    this.coping = coping;
  }

  /**
   * The effect of an offered load.
   *
   * @param sent messages sent, as a share of those offered
   * @param received messages received by each consumer group, as a share of those sent
   */
  record Flow(double sent, double received) {

    private static final double CLOSE = 0.75;
    private static final double ALMOST_ALL = 0.99;

    /** The flow of a run; empty unless it offered a rate that was consumed at the same time. */
    static Optional<Flow> of(StoredRun run) {
      Throughput throughput = run.result().throughput();
      Double offered = throughput.offeredPerSecond();
      Double received = throughput.receivedPerSecond();
      if (offered == null || received == null || !(throughput.sentPerSecond() > 0)) {
        return Optional.empty();
      }
      return Optional.of(
          new Flow(
              throughput.sentPerSecond() / offered,
              received / run.consumerGroups() / throughput.sentPerSecond()));
    }

    /** Whether the load was sent and received as offered. */
    boolean held() {
      return sent >= ALMOST_ALL && received >= ALMOST_ALL;
    }

    private boolean keptUp() {
      return received >= LoadOutcome.SAME;
    }

    String text() {
      return text(Units.percent(sent, 0), Units.percent(received, 0));
    }

    /** What became of loads. */
    static String text(String sent, String received) {
      return Text.of("sent %s of the target, received %s of what was sent", sent, received);
    }
  }

  /** Whether the rule holds. */
  boolean fits(Flow flow) {
    return fitting.test(flow);
  }

  /**
   * Whether brokers cope with the load as well as, or better than, those that the publication
   * describes: a smaller load makes that easier. For an outcome that is a failure, better.
   */
  boolean copes(Flow flow) {
    return coping.test(flow);
  }

  /** The outcome with this name: {@code queues-fill}. */
  static Outcome parse(String text) {
    return Settings.constant(Outcome.class, text);
  }

  String words() {
    return words;
  }

  /** The rule in one clause. */
  String rule() {
    return Text.of("\"%s\" means that %s", words, rule);
  }
}
