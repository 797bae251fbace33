package io.brokerbench.find;

import io.brokerbench.testkit.PartialRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * A run at a rate against a queueing broker of known capacity, and the files that it would leave.
 * Time passes in steps; nothing waits.
 */
final class SimulatedTrial {

  private static final double STEP = 0.005;
  private static final double AUDIT_SECONDS = 5;

  /** How messages are sent. */
  enum Mode {
    SYNC,
    ASYNC,
    ONEWAY
  }

  /**
   * What is loaded, and how.
   *
   * @param capacity messages per second that the broker takes, on average
   * @param groupCapacity the same of the only consumer group; 0 if nobody consumes
   * @param window threads, or sends in flight of all together
   * @param warmup seconds
   * @param seconds measured
   * @param noise by which share capacity varies from second to second
   * @param poisson whether arrivals are random
   */
  record Plan(
      Mode mode,
      double capacity,
      double groupCapacity,
      int window,
      int warmup,
      int seconds,
      double noise,
      boolean poisson) {

    /** The rate above which something grows for ever. */
    double limit() {
      return groupCapacity > 0 ? Math.min(capacity, groupCapacity) : capacity;
    }
  }

  private final Plan plan;
  private final double rate;
  private final Random random;
  private final StringBuilder rows = new StringBuilder();
  private double due;
  private double sent;
  private double served;
  private double received;
  private double pace = 1;
  private double sentBefore;
  private double servedBefore;

  private SimulatedTrial(Plan plan, double rate, Random random) {
    this.plan = plan;
    this.rate = rate;
    this.random = random;
  }

  /** Runs, and writes {@code run.json} and {@code intervals.csv} to an existing directory. */
  static void run(Plan plan, double rate, Random random, Path directory) throws IOException {
    new SimulatedTrial(plan, rate, random).run(directory);
  }

  private void run(Path directory) throws IOException {
    boolean consumed = plan.groupCapacity() > 0;
    rows.append("toSeconds,phase,attempted,acked,inFlight,lagP50Nanos,lagMaxNanos");
    rows.append(consumed ? ",backlog.g\n" : "\n");
    int end = plan.warmup() + plan.seconds();
    double dueAtStart = 0;
    for (int second = 1; second <= end; second++) {
      pace = Math.max(0, 1 + plan.noise() * random.nextGaussian());
      double lag = second();
      row(second, lag, consumed);
      dueAtStart = second == plan.warmup() ? due : dueAtStart;
    }
    double offered = (due - dueAtStart) / plan.seconds();
    double achieved = Math.max(0, sent - dueAtStart) / plan.seconds();
    double attempted = Math.max(1, Math.floor(sent));
    boolean oneWay = plan.mode() == Mode.ONEWAY;
    double held = Math.min(sent, served + AUDIT_SECONDS * plan.capacity());
    Files.writeString(directory.resolve("intervals.csv"), rows);
    Files.writeString(
        directory.resolve("run.json"),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
                {"command": "producer",
                 "workload": {"load": {"mode": "%s", "arrivals": "%s"}, "consume": {"threads": "%d"}},
                 "verdict": {"status": "%s", "reasons": []}, "faults": [],
                 "promise": {"acknowledged": %b},
                 "throughput": {"offeredPerSecond": %f, "achievedPerSecond": %f,
                                "warmupSeconds": %d, "measuredSeconds": %d},
                 "sends": {"attempted": %.0f, "acked": %.0f, "unknown": {"client-oneway": %.0f}},
                 "audit": {"attempted": %.0f, "agreesWithBroker": true, "brokerCount": %.0f},
                 "generator": {"troubles": []}}
                """,
                plan.mode().name().toLowerCase(Locale.ROOT),
                plan.poisson() ? "poisson" : "constant",
                consumed ? 1 : 0,
                achieved < 0.99 * offered ? "invalid" : "valid",
                !oneWay,
                offered,
                achieved,
                plan.warmup(),
                plan.seconds(),
                attempted,
                oneWay ? 0 : attempted,
                oneWay ? attempted : 0,
                attempted,
                Math.floor(held))));
  }

  /** Lets a second pass; gives the lag in the middle of it, in seconds. */
  private double second() {
    int steps = (int) Math.round(1 / STEP);
    double lag = 0;
    for (int step = 0; step < steps; step++) {
      double arrivals = rate * STEP;
      due += plan.poisson() ? arrivals + Math.sqrt(arrivals) * random.nextGaussian() : arrivals;
      served = Math.min(served + plan.capacity() * pace * STEP, due);
      sent = plan.mode() == Mode.ONEWAY ? due : Math.min(due, served + plan.window());
      received += Math.min(served - received, plan.groupCapacity() * pace * STEP);
      lag = step == steps / 2 ? Math.max(0, due - sent) / rate : lag;
    }
    return lag;
  }

  /** Counts are read one after the other, some milliseconds before the clock is. */
  private void row(int second, double lagSeconds, boolean consumed) {
    double late = 0.006 * random.nextDouble();
    double attempted = Math.floor(sent);
    double ended = Math.floor(plan.mode() == Mode.ONEWAY ? sent : served);
    // Of what is answered at once some is on its way at any moment.
    double travelling = Math.min(plan.window(), rate * 0.002 * Math.abs(random.nextGaussian()));
    double inFlight =
        plan.mode() == Mode.ONEWAY ? 0 : Math.max(attempted - ended, Math.floor(travelling));
    long lag = Math.round((lagSeconds + 0.0002 * random.nextDouble()) * 1e9);
    rows.append(
        String.format(
            Locale.ROOT,
            "%.3f,%s,%.0f,%.0f,%.0f,%d,%d%s%n",
            second + (second == plan.warmup() + plan.seconds() ? 0 : late),
            second < plan.warmup() ? "warmup" : "measured",
            attempted - sentBefore,
            ended - servedBefore,
            inFlight,
            lag,
            lag,
            consumed ? String.format(Locale.ROOT, ",%.0f", Math.floor(attempted - received)) : ""));
    sentBefore = attempted;
    servedBefore = ended;
  }
}
