package io.brokerbench.find;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.record.Ledger;
import io.brokerbench.stored.BadInputException;
import io.brokerbench.stored.RunReader;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.workload.Quantities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads a probe's facts out of its result directory: {@code run.json} and its rows by second. */
final class FactsReader {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String BACKLOG = "backlog.";
  private static final double NANOS_PER_SECOND = 1e9;

  /** Ends of rows are rounded to milliseconds. */
  private static final double ROUNDING_SECONDS = 0.0005;

  /** How long the audit waits for brokers that take what they were sent one way. */
  private static final double ONE_WAY_UNSEEN_SECONDS = 5;

  private static final double MILLIS_PER_SECOND = 1e3;

  private final StoredRun run;
  private final JsonNode json;
  private final List<String> columns;
  private final List<String[]> measured;

  private FactsReader(StoredRun run) throws IOException {
    this.run = run;
    Path directory = run.directory();
    this.json = MAPPER.readTree(directory.resolve(RunReader.FILE).toFile());
    List<String[]> rows =
        Files.readAllLines(directory.resolve("intervals.csv")).stream()
            .map(line -> line.split(",", -1))
            .toList();
    this.columns = Arrays.asList(rows.get(0));
    int phase = columns.indexOf("phase");
    int time = columns.indexOf("toSeconds");
    // Results of earlier versions call the drain measured too, in which any backlog shrinks.
    double end =
        json.at("/throughput/warmupSeconds").asDouble()
            + json.at("/throughput/measuredSeconds").asDouble()
            + ROUNDING_SECONDS;
    this.measured =
        rows.stream()
            .filter(row -> row[phase].equals("measured"))
            .filter(row -> Double.parseDouble(row[time]) <= end)
            .toList();
  }

  /**
   * Reads them.
   *
   * @throws BadInputException if files cannot be read
   */
  static FactsReader of(StoredRun run) throws BadInputException {
    try {
      return new FactsReader(run);
    } catch (IOException e) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s cannot be read: %s", run.directory(), e));
    }
  }

  /** How the run went. */
  Course course() {
    return new Course(
        run.verdict(), json.path("faults").valueStream().map(JsonNode::asText).toList());
  }

  /**
   * By what the probe is judged: where the run is invalid also by its own limits, so that an
   * invalid run never holds by bounds that are looser.
   */
  Bounds bounds(Bounds stated) {
    return run.usable()
        ? stated
        : stated.tightened(
            Double.parseDouble(setting("limits.achieved")),
            Double.parseDouble(run.settings().getOrDefault("limits.failures", "1")));
  }

  /** What the brokers bore. */
  Findings.Load load() {
    JsonNode brokers = json.at("/environment/broker/brokers");
    long slaves =
        brokers
            .valueStream()
            .filter(broker -> broker.path("role").asText().equals("SLAVE"))
            .count();
    // A broker without roles, such as the one in memory, is a master.
    int masters = Math.max(1, brokers.size() - (int) slaves);
    SortedMap<String, String> settings = run.settings();
    boolean consumed = !settings.getOrDefault("consume.threads", "0").equals("0");
    return new Findings.Load(
        Quantities.bytes(settings.getOrDefault("message.size", "0")),
        masters,
        (int) slaves / masters,
        consumed ? Integer.parseInt(settings.getOrDefault("consume.groups", "1")) : 0);
  }

  /**
   * What the probe measured.
   *
   * @throws BadInputException if it is none of an open loop
   */
  Facts facts() throws BadInputException {
    JsonNode offered = json.at("/throughput/offeredPerSecond");
    if (!offered.isNumber()) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s: is no run at a given rate",
              run.directory().resolve(RunReader.FILE)));
    }
    Map<String, Growth> backlogs = new TreeMap<>();
    columns.stream()
        .filter(column -> column.startsWith(BACKLOG))
        .forEach(column -> backlogs.put(column.substring(BACKLOG.length()), backlog(column)));
    return new Facts(
        offered.asDouble(),
        json.at("/throughput/measuredSeconds").asDouble(),
        number("/throughput/achievedPerSecond"),
        Slope.of(
            seconds(with(lagColumn())), values(with(lagColumn()), lagColumn(), NANOS_PER_SECOND)),
        pending(offered.asDouble()),
        dueErrorMessages(offered.asDouble()),
        isUnseen() ? ONE_WAY_UNSEEN_SECONDS : 0,
        backlogs,
        nanos("/latency/response/p50Nanos"),
        nanos("/latency/response/p99Nanos"),
        errorRatio(),
        auditClean(),
        json.at("/generator/troubles").isArray()
            ? Optional.of(json.at("/generator/troubles").isEmpty())
            : Optional.empty(),
        use());
  }

  private OptionalDouble number(String pointer) {
    JsonNode node = json.at(pointer);
    return node.isNumber() ? OptionalDouble.of(node.asDouble()) : OptionalDouble.empty();
  }

  private OptionalLong nanos(String pointer) {
    JsonNode node = json.at(pointer);
    return node.isNumber() ? OptionalLong.of(node.asLong()) : OptionalLong.empty();
  }

  /** The median; at rates so low that a second may have none, the longest. */
  private String lagColumn() {
    return with("lagMaxNanos").size() == with("lagP50Nanos").size() ? "lagP50Nanos" : "lagMaxNanos";
  }

  /** The measured seconds that have a figure in this column. */
  private List<String[]> with(String column) {
    int at = columns.indexOf(column);
    return measured.stream().filter(row -> !row[at].isEmpty()).toList();
  }

  private Growth backlog(String column) {
    List<String[]> rows = with(column);
    return Growth.of(seconds(rows), values(rows, column, 1));
  }

  /**
   * Of the messages due since the first measured row those that have no outcome: they are on their
   * way, or were held back.
   */
  private Growth pending(double offeredPerSecond) {
    if (!columns.contains("attempted") || !columns.contains("inFlight")) {
      return Growth.UNKNOWN;
    }
    List<String[]> rows = with("inFlight");
    double[] seconds = seconds(rows);
    double[] attempted = values(rows, "attempted", 1);
    double[] pending = values(rows, "inFlight", 1);
    double sent = 0;
    for (int i = 1; i < pending.length; i++) {
      sent += attempted[i];
      pending[i] += offeredPerSecond * (seconds[i] - seconds[0]) - sent;
    }
    return Growth.of(seconds, pending);
  }

  /** Random arrivals leave the mean between two ends by about the root of their number. */
  private double dueErrorMessages(double offeredPerSecond) {
    return setting("load.arrivals").equals("poisson")
        ? Math.sqrt(offeredPerSecond * json.at("/throughput/measuredSeconds").asDouble())
        : 0;
  }

  /** Whether neither acknowledgements nor consumers show how far the brokers are. */
  private boolean isUnseen() {
    return isOneWay() && setting("consume.threads").equals("0");
  }

  private boolean isOneWay() {
    return setting("load.mode").equals("oneway");
  }

  private double[] seconds(List<String[]> rows) {
    return values(rows, "toSeconds", 1);
  }

  /** A column divided by {@code unit}. */
  private double[] values(List<String[]> rows, String column, double unit) {
    int at = columns.indexOf(column);
    return rows.stream().mapToDouble(row -> Double.parseDouble(row[at]) / unit).toArray();
  }

  /** What is sent one way is not to be acknowledged; it is an error if the brokers lack it. */
  private OptionalDouble errorRatio() {
    JsonNode sends = json.path("sends");
    long attempted = sends.path("attempted").asLong();
    if (attempted == 0) {
      return OptionalDouble.empty();
    }
    long well = sends.path("acked").asLong() + sends.path("unknown").path(Ledger.ONEWAY).asLong();
    return OptionalDouble.of(Math.max(1 - (double) well / attempted, missingOneWay()));
  }

  /** Of the whole run, as the brokers' count is. */
  private double missingOneWay() {
    JsonNode audit = json.path("audit");
    double sent = audit.path("attempted").asDouble();
    return isOneWay() && audit.path("brokerCount").isNumber() && sent > 0
        ? Math.max(0, 1 - audit.path("brokerCount").asDouble() / sent)
        : 0;
  }

  /** Unknown if it was not done. Replicas that lack messages, and open transactions, spoil it. */
  private Optional<Boolean> auditClean() {
    if (run.audit().equals("not done")) {
      return Optional.empty();
    }
    JsonNode replica = json.at("/audit/replicaCount");
    boolean replicated =
        run.promise().copies() < 2
            || !replica.isNumber()
            || replica.asLong() >= json.at("/audit/acked").asLong();
    return Optional.of(
        run.audit().equals("clean")
            && replicated
            && json.at("/transactions/unresolved").asLong() <= 0);
  }

  private Map<Resource, Double> use() {
    Map<Resource, Double> use = new EnumMap<>(Resource.class);
    // Of brokers elsewhere this host tells nothing.
    if (!json.at("/environment/cluster/host").asText().equals("external")) {
      put(use, Resource.CPU, number("/resources/host/cpuCoresMean"), processors());
      put(use, Resource.IOWAIT, number("/resources/host/ioWaitShare"), 1);
      put(use, Resource.MEMORY, number("/resources/host/memoryUsedShareMax"), 1);
      put(use, Resource.DISK, number("/resources/host/diskBusyShareMax"), 1);
      put(use, Resource.NETWORK, number("/resources/host/networkBusyShareMax"), 1);
      brokers(use);
    }
    return use;
  }

  private double processors() {
    return json.at("/environment/host/logicalProcessors").asDouble();
  }

  /** The fullest of them counts where it is fuller than the host. */
  private void brokers(Map<Resource, Double> use) {
    // Zero if there is no limit, or no container.
    double cpus = Double.parseDouble(setting("cluster.container.cpus"));
    double bytes = Quantities.bytes(setting("cluster.container.memory"));
    double millis = json.at("/throughput/measuredSeconds").asDouble() * MILLIS_PER_SECOND;
    json.path("resources")
        .properties()
        .forEach(
            process -> {
              JsonNode figures = process.getValue();
              if (RunReader.isBroker(process.getKey())) {
                put(use, Resource.GC, of(figures, "gcPauseMillisTotal"), millis);
                put(use, Resource.CPU, of(figures, "cpuCoresMean"), cpus);
                put(use, Resource.MEMORY, of(figures, "rssBytesMax"), bytes);
              }
            });
  }

  private String setting(String key) {
    return run.settings().getOrDefault(key, "0");
  }

  private static OptionalDouble of(JsonNode figures, String name) {
    JsonNode node = figures.path(name);
    return node.isNumber() ? OptionalDouble.of(node.asDouble()) : OptionalDouble.empty();
  }

  /** A share of {@code all}, unless that is unknown or zero. */
  private static void put(
      Map<Resource, Double> use, Resource resource, OptionalDouble figure, double all) {
    if (figure.isPresent() && all > 0) {
      use.merge(resource, figure.getAsDouble() / all, Math::max);
    }
  }
}
