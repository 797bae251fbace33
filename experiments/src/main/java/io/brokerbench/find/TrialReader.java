package io.brokerbench.find;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.MessageShape;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the facts of a trial from its result directory: {@code run.json} and {@code intervals.csv}.
 */
final class TrialReader {

  private static final String RABBITMQ = "rabbitmq";

  private static final double NANOS_PER_SECOND = 1e9;

  /** Half a millisecond: the ends of rows are rounded to milliseconds. */
  private static final double ROUNDING_SECONDS = 0.0005;

  /** The time for which the audit waits for brokers to process messages sent one way. */
  private static final double ONE_WAY_UNSEEN_SECONDS = 5;

  private final StoredRun run;
  private final RunResult result;
  private final IntervalRows rows;
  private final int[] measured;

  private TrialReader(StoredRun run) throws IOException {
    this.run = run;
    this.result = run.result();
    this.rows = IntervalRows.read(run.directory().resolve(IntervalColumn.FILE));
    // Earlier versions also mark the drain as measured, during which any backlog shrinks.
    double end =
        result.throughput().warmupSeconds()
            + result.throughput().measuredSeconds()
            + ROUNDING_SECONDS;
    this.measured =
        IntStream.range(0, rows.count())
            .filter(row -> rows.isIn(Phase.MEASURED, row))
            .filter(row -> rows.value(IntervalColumn.TO_SECONDS, row) <= end)
            .toArray();
  }

  /**
   * @throws BadInputException if files cannot be read
   */
  static TrialReader of(StoredRun run) throws BadInputException {
    try {
      return new TrialReader(run);
    } catch (IOException e) {
      throw new BadInputException(Text.of("%s cannot be read: %s", run.directory(), e));
    }
  }

  Trial.Course course() {
    Bottleneck limit = result.bottleneck();
    return new Trial.Course(
        run.verdict(),
        Stream.concat(result.faults().stream(), lostWorkers()).toList(),
        limit == null || limit.cause() == Bottleneck.Cause.NONE ? null : limit.text());
  }

  /** Why workers were lost; the load then ended as if by a limit, whatever its rate. */
  private Stream<String> lostWorkers() {
    return Stream.ofNullable(result.workers())
        .flatMap(List::stream)
        .flatMap(worker -> Stream.ofNullable(worker.lost()));
  }

  /**
   * The bounds by which the trial is judged. If the run is invalid they include its own limits, so
   * that looser bounds never turn an invalid run into a sustained rate.
   */
  Bounds bounds(Bounds stated) {
    return run.usable()
        ? stated
        : stated.tightened(
            Double.parseDouble(setting("limits.achieved")),
            Double.parseDouble(run.settings().getOrDefault("limits.failures", "1")));
  }

  SearchResult.Load load() {
    SortedMap<String, String> settings = run.settings();
    JsonNode brokers = result.environment().brokers();
    long slaves =
        brokers
            .valueStream()
            .filter(broker -> broker.path("role").asText().equals("SLAVE"))
            .count();
    // A broker without a role, such as the in-memory one, is a master.
    int masters = Math.max(1, brokers.size() - (int) slaves);
    if (RABBITMQ.equals(settings.get("driver"))) {
      // Every node may lead queues, and has copies of those that others lead.
      int nodes = masters;
      masters = Math.min(nodes, Math.max(1, queues()));
      slaves = run.promise().copies() > 1 ? nodes - masters : 0;
    }
    String size = settings.get("message.size");
    boolean consumed = !settings.getOrDefault("consume.threads", "0").equals("0");
    return new SearchResult.Load(
        size == null ? 0 : MessageShape.meanBytes(size),
        masters,
        (int) slaves / masters,
        consumed ? run.consumerGroups() : 0,
        settings.get("driver"),
        run.promise());
  }

  /** Number of the run's queues; where each consumer group has its own, of one group. */
  private int queues() {
    return RunFile.tree(result.environment().broker()).at("/topic/queues").asInt();
  }

  /**
   * @throws BadInputException if the run is not an open loop
   */
  TrialMeasurement facts() throws BadInputException {
    double offered = offeredPerSecond();
    double seconds = result.throughput().measuredSeconds();
    Map<String, BacklogGrowth> backlogs = new TreeMap<>();
    rows.keys(ColumnFamily.BACKLOG)
        .forEach(group -> backlogs.put(group, backlog(ColumnFamily.BACKLOG.of(group))));
    return new TrialMeasurement(
        offered,
        seconds,
        seconds > 0
            ? OptionalDouble.of(result.throughput().achievedPerSecond())
            : OptionalDouble.empty(),
        Slope.of(
            seconds(with(lagColumn())), values(with(lagColumn()), lagColumn(), NANOS_PER_SECOND)),
        pending(offered),
        dueErrorMessages(offered),
        isUnseen() ? ONE_WAY_UNSEEN_SECONDS : 0,
        backlogs,
        figure -> figure.value(run),
        auditClean(),
        Optional.ofNullable(result.generator().troubles()).map(List::isEmpty));
  }

  /** The rate offered in the measured time; that of the settings if the load ended before it. */
  private double offeredPerSecond() throws BadInputException {
    Double offered = result.throughput().offeredPerSecond();
    if (offered != null) {
      return offered;
    }
    String rate = run.settings().getOrDefault("load.rate", Load.CLOSED);
    if (rate.equals(Load.CLOSED)) {
      throw new BadInputException(
          Text.of("%s: not a run at a given rate", run.directory().resolve(RunFile.NAME)));
    }
    return Quantities.ratePerSecond(rate);
  }

  /**
   * The column of the median, or of the maximum at rates so low that some seconds have no median.
   */
  private IntervalColumn lagColumn() {
    IntervalColumn median = ColumnFamily.latencies(Statistic.P50).of(Metric.LAG);
    IntervalColumn longest = ColumnFamily.latencies(Statistic.MAX).of(Metric.LAG);
    return with(longest).length == with(median).length ? median : longest;
  }

  /** The measured rows that have a value in this column. */
  private int[] with(IntervalColumn column) {
    return Arrays.stream(measured).filter(row -> !Double.isNaN(rows.value(column, row))).toArray();
  }

  private BacklogGrowth backlog(IntervalColumn column) {
    int[] known = with(column);
    return BacklogGrowth.of(seconds(known), values(known, column, 1));
  }

  /**
   * Growth of the number of messages due since the first measured row that have no outcome: in
   * flight, or held back.
   */
  private BacklogGrowth pending(double offeredPerSecond) {
    if (!rows.contains(IntervalColumn.ATTEMPTED) || !rows.contains(IntervalColumn.IN_FLIGHT)) {
      return BacklogGrowth.UNKNOWN;
    }
    int[] known = with(IntervalColumn.IN_FLIGHT);
    double[] seconds = seconds(known);
    double[] attempted = values(known, IntervalColumn.ATTEMPTED, 1);
    double[] pending = values(known, IntervalColumn.IN_FLIGHT, 1);
    double sent = 0;
    for (int i = 1; i < pending.length; i++) {
      sent += attempted[i];
      pending[i] += offeredPerSecond * (seconds[i] - seconds[0]) - sent;
    }
    return BacklogGrowth.of(seconds, pending);
  }

  /** The number of random arrivals deviates from the mean by about its square root. */
  private double dueErrorMessages(double offeredPerSecond) {
    return setting("load.arrivals").equals("poisson")
        ? Math.sqrt(offeredPerSecond * result.throughput().measuredSeconds())
        : 0;
  }

  /** Whether neither acknowledgements nor consumers show the progress of the brokers. */
  private boolean isUnseen() {
    return !run.promise().acknowledged() && setting("consume.threads").equals("0");
  }

  private double[] seconds(int[] at) {
    return values(at, IntervalColumn.TO_SECONDS, 1);
  }

  /** The values of a column in these rows, divided by {@code unit}. */
  private double[] values(int[] at, IntervalColumn column, double unit) {
    return Arrays.stream(at).mapToDouble(row -> rows.value(column, row) / unit).toArray();
  }

  /**
   * Whether the audit is clean, including replicas without missing messages and no open
   * transactions; unknown if it was not done.
   */
  private Optional<Boolean> auditClean() {
    if (!run.audit().done()) {
      return Optional.empty();
    }
    Long replica = result.audit().replicaCount();
    boolean replicated =
        run.promise().copies() < 2 || replica == null || replica >= result.audit().acked();
    Transactions transactions = result.transactions();
    return Optional.of(
        run.audit().clean()
            && replicated
            && (transactions == null || transactions.unresolved() <= 0));
  }

  private String setting(String key) {
    return run.settings().getOrDefault(key, "0");
  }
}
