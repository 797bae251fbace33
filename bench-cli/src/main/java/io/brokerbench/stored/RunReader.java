package io.brokerbench.stored;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.page.Flat;
import io.brokerbench.result.Verdict;
import io.brokerbench.stored.StoredRun.PromiseKept;
import io.brokerbench.stored.StoredRun.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code run.json}, schema version 1, and no other file. */
public final class RunReader {

  /** The file that makes a directory a result directory. */
  public static final String FILE = "run.json";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SCHEMA_VERSION = 1;

  /** Facts of a run's environment, by the names that people see. */
  public static final String HOST_CPU = "host cpu";

  public static final String HOST_PROCESSORS = "host processors";
  public static final String HOST_MEMORY = "host memory bytes";
  public static final String GENERATOR_JVM = "generator JVM";
  public static final String GENERATOR_JVM_VENDOR = "generator JVM vendor";
  public static final String BROKER_JVM = "broker JVM";

  /** Facts that figures depend on and no setting tells: where they stand, what we call them. */
  private static final Map<String, String> FACTS =
      Map.of(
          "/environment/host/cpu", HOST_CPU,
          "/environment/host/availableProcessors", HOST_PROCESSORS,
          "/environment/host/memoryBytes", HOST_MEMORY,
          "/environment/host/kernel", "host kernel",
          "/environment/jvm/version", GENERATOR_JVM,
          "/environment/jvm/vendor", GENERATOR_JVM_VENDOR,
          "/environment/jvm/maxHeapBytes", "generator heap bytes",
          "/environment/cluster/javaVersion", BROKER_JVM,
          "/environment/client/name", "client",
          "/environment/client/release", "client release");

  /** Of these the processor time is not the brokers'. */
  private static final Set<String> NOT_BROKERS = Set.of("generator", "host", "namesrv", "proxy");

  private static final List<String> FAULTS =
      List.of("lost", "duplicated", "phantom", "corrupt", "reordered", "unexpected");

  private RunReader() {}

  /**
   * Reads a result directory.
   *
   * @throws BadInputException if its {@code run.json} is none of ours
   */
  public static StoredRun read(Path directory) throws BadInputException {
    Path file = directory.resolve(FILE);
    JsonNode json;
    try {
      json = MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new BadInputException(String.format(Locale.ROOT, "%s cannot be read: %s", file, why));
    }
    int version = json.path("schemaVersion").asInt(-1);
    if (version != SCHEMA_VERSION) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s: schemaVersion must be %d, got %s",
              file,
              SCHEMA_VERSION,
              json.path("schemaVersion")));
    }
    String tool = json.path("command").asText().split(" ", 2)[0];
    if (tool.isEmpty() || !json.path("workload").isObject()) {
      throw new BadInputException(
          String.format(Locale.ROOT, "%s: holds no command or no workload", file));
    }
    return new StoredRun(
        directory,
        tool,
        verdict(file, json.path("verdict")),
        new TreeMap<>(Flat.of(json.path("workload"))),
        new PromiseKept(
            json.at("/promise/acknowledged").asBoolean(),
            json.at("/promise/onDisk").asBoolean(),
            json.at("/promise/copies").asInt()),
        environment(json),
        readings(tool, json),
        sum(json.path("resources"), "bytesWrittenPerMessage"),
        fsync(json.path("fsync")),
        flow(json),
        audit(json.path("audit"), json.at("/promise/acknowledged").asBoolean(true)));
  }

  /** Whether a process among the resources is a broker, by its name. */
  public static boolean isBroker(String process) {
    return !NOT_BROKERS.contains(process);
  }

  /** Of all brokers together; empty if none of them tells. */
  private static OptionalDouble sum(JsonNode resources, String figure) {
    double[] told =
        names(resources).stream()
            .filter(RunReader::isBroker)
            .map(process -> resources.path(process).path(figure))
            .filter(JsonNode::isNumber)
            .mapToDouble(JsonNode::asDouble)
            .toArray();
    return told.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Arrays.stream(told).sum());
  }

  private static Optional<StoredRun.Fsync> fsync(JsonNode fsync) {
    return fsync.isObject()
        ? Optional.of(
            new StoredRun.Fsync(
                fsync.at("/latency/p50Nanos").asDouble(), fsync.path("share").asDouble()))
        : Optional.empty();
  }

  private static Optional<StoredRun.Flow> flow(JsonNode json) {
    JsonNode throughput = json.path("throughput");
    if (!throughput.path("flow").isTextual()) {
      return Optional.empty();
    }
    Map<String, Double> latencies = new TreeMap<>();
    for (String percentile : StoredRun.Flow.PERCENTILES) {
      JsonNode nanos = json.at("/latency/endToEnd").path(percentile.replace(".", "") + "Nanos");
      if (nanos.isNumber()) {
        latencies.put(percentile, nanos.asDouble());
      }
    }
    JsonNode mean = json.at("/latency/endToEnd/meanNanos");
    if (mean.isNumber()) {
      latencies.put(StoredRun.Flow.MEAN, mean.asDouble());
    }
    Map<String, Double> most = new TreeMap<>();
    for (String figure : List.of(StoredRun.Flow.QUEUED, StoredRun.Flow.MEMORY)) {
      JsonNode max = json.path("brokerFigures").path(figure).path("max");
      if (max.isNumber()) {
        most.put(figure, max.asDouble());
      }
    }
    return Optional.of(
        new StoredRun.Flow(
            throughput.path("flow").asText(),
            limit(json),
            throughput.path("sentPerSecond").asDouble(),
            throughput.path("receivedPerSecond").asDouble(),
            latencies,
            most,
            cost(json)));
  }

  private static Optional<String> limit(JsonNode json) {
    JsonNode limit = json.at("/throughput/inFlight");
    return json.at("/workload/load/in-flight").asText().endsWith("%") && limit.isTextual()
        ? Optional.of(limit.asText())
        : Optional.empty();
  }

  private static StoredRun.Flow.@Nullable Cost cost(JsonNode json) {
    JsonNode resources = json.path("resources");
    double processors = json.at("/environment/host/logicalProcessors").asDouble();
    return names(resources).stream().anyMatch(RunReader::isBroker) && processors > 0
        ? new StoredRun.Flow.Cost(
            resources.at("/host/cpuCoresMean").asDouble() / processors,
            sum(resources, "cpuCoresMean").orElse(0),
            sum(resources, "rssBytesMax").orElse(0))
        : null;
  }

  /** Of what nobody acknowledges, what never came is what got lost. */
  private static String audit(JsonNode audit, boolean acknowledged) {
    boolean counted = audit.path("agreesWithBroker").isBoolean();
    boolean byName = audit.path("delivered").isNumber() && audit.path("unselected").asLong() == 0;
    if (!counted && !byName) {
      return "not done";
    }
    List<String> found = new ArrayList<>();
    long never = acknowledged ? 0 : audit.path("indeterminate").asLong();
    if (never > 0) {
      found.add(String.format(Locale.ROOT, "never came %,d", never));
    }
    for (String kind : FAULTS) {
      if (audit.path(kind).asLong() > 0) {
        found.add(String.format(Locale.ROOT, "%s %,d", kind, audit.path(kind).asLong()));
      }
    }
    if (counted && !audit.path("agreesWithBroker").asBoolean()) {
      found.add("disagrees with the brokers");
    }
    return found.isEmpty() ? "clean" : String.join(", ", found);
  }

  private static Verdict verdict(Path file, JsonNode node) throws BadInputException {
    try {
      return new Verdict(
          Verdict.Status.valueOf(node.path("status").asText().toUpperCase(Locale.ROOT)),
          node.path("reasons").valueStream().map(JsonNode::asText).toList(),
          node.path("notes").valueStream().map(JsonNode::asText).toList());
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s: verdict must be valid, suspect or invalid, got %s",
              file,
              node.path("status")));
    }
  }

  private static SortedMap<String, String> environment(JsonNode json) {
    SortedMap<String, String> facts = new TreeMap<>();
    FACTS.forEach(
        (pointer, name) -> {
          if (json.at(pointer).isValueNode()) {
            facts.put(name, json.at(pointer).asText());
          }
        });
    List<String> releases =
        json.at("/environment/broker/brokers")
            .valueStream()
            .map(broker -> broker.path("release").asText())
            .distinct()
            .sorted()
            .toList();
    if (!releases.isEmpty()) {
      facts.put("broker release", String.join(" and ", releases));
    }
    return facts;
  }

  /** Consumers are told by what they received, all others by what was acknowledged to them. */
  private static Map<Figure, Reading> readings(String tool, JsonNode json) {
    boolean consumer = tool.equals("consumer");
    String latency =
        consumer ? "endToEnd" : json.at("/latency/response").isObject() ? "response" : "service";
    Map<Figure, Reading> readings = new EnumMap<>(Figure.class);
    boolean acknowledged = json.at("/promise/acknowledged").asBoolean(true);
    put(
        readings,
        Figure.RATE,
        consumer ? "received/s" : acknowledged ? "acked/s" : "sent/s",
        json.at(
            "/throughput/"
                + (consumer
                    ? "receivedPerSecond"
                    : acknowledged ? "ackedPerSecond" : "achievedPerSecond")));
    put(readings, Figure.P50, latency + " p50", json.at("/latency/" + latency + "/p50Nanos"));
    put(readings, Figure.P99, latency + " p99", json.at("/latency/" + latency + "/p99Nanos"));
    double brokerMicros = sum(json.path("resources"), "cpuMicrosPerMessage").orElse(0);
    if (brokerMicros > 0) {
      readings.put(Figure.CPU, new Reading("brokers' CPU/msg", brokerMicros));
    }
    return readings;
  }

  private static List<String> names(JsonNode node) {
    return node.propertyStream().map(Map.Entry::getKey).toList();
  }

  private static void put(
      Map<Figure, Reading> readings, Figure figure, String label, JsonNode value) {
    if (value.isNumber() && value.asDouble() > 0) {
      readings.put(figure, new Reading(label, value.asDouble()));
    }
  }
}
