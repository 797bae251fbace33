package io.brokerbench.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Secrets;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}, schema version 1. Every number's unit is in its name; what is not known is
 * null. docs/METRICS.md explains each field.
 */
final class RunJson {

  private static final int SCHEMA_VERSION = 1;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private RunJson() {}

  static String of(RunResult result, Verdict verdict) {
    Setup setup = result.setup();
    Measurement run = result.measurement();
    ObjectNode root = MAPPER.createObjectNode();
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("name", setup.workload().name());
    root.put("startedAt", setup.startedAt().toString());
    root.put("command", setup.command());
    ObjectNode judged = root.putObject("verdict");
    judged.put("status", verdict.status().name().toLowerCase(Locale.ROOT));
    judged.set("reasons", MAPPER.valueToTree(verdict.reasons()));
    judged.set("notes", MAPPER.valueToTree(verdict.notes()));
    root.set("faults", MAPPER.valueToTree(result.measurement().faults()));
    root.put("workloadSha256", sha256(setup.settings().toString()));
    workload(root.putObject("workload"), setup.settings());
    root.set("environment", MAPPER.valueToTree(setup.environment()));
    root.set("promise", MAPPER.valueToTree(setup.promise()));
    fsync(root, setup, run);
    throughput(root.putObject("throughput"), setup, run, result.received());
    ObjectNode latency = root.putObject("latency");
    run.latencies().forEach((metric, summary) -> latency(latency, metric, summary));
    sends(root.putObject("sends"), run);
    ObjectNode audit = root.putObject("audit");
    audit(audit, run.allCounts().attempted(), result.audit());
    ConsumptionJson.audit(
        audit,
        result.received(),
        result.audit(),
        setup.workload().consumption().filter().type() != Filter.Type.NONE);
    if (result.received() != null) {
      ConsumptionJson.consumption(root.putObject("consumption"), result.received());
    }
    if (result.transacted() != null) {
      ConsumptionJson.transactions(root.putObject("transactions"), result.transacted());
    }
    root.set("resources", MAPPER.valueToTree(run.resources().figures()));
    if (!run.figures().isEmpty()) {
      ObjectNode figures = root.putObject("brokerFigures");
      run.figures().forEach((figure, span) -> span(figures.putObject(figure), span));
    }
    selfCheck(root.putObject("generator"), result);
    hideSecrets(root);
    return root.toPrettyString() + "\n";
  }

  /** Whatever brokers, clients and their exceptions told passes here. */
  private static void hideSecrets(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        if (field.getValue() instanceof TextNode text) {
          field.setValue(TextNode.valueOf(Secrets.value(field.getKey(), text.textValue())));
        } else {
          hideSecrets(field.getValue());
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i) instanceof TextNode text) {
          array.set(i, TextNode.valueOf(Secrets.text(text.textValue())));
        } else {
          hideSecrets(array.get(i));
        }
      }
    }
  }

  /** Dotted keys as nested objects. */
  private static void workload(ObjectNode node, Map<String, String> settings) {
    settings.forEach(
        (key, value) -> {
          ObjectNode parent = node;
          int dot = key.lastIndexOf('.');
          if (dot >= 0) {
            for (String part : key.substring(0, dot).split("\\.", -1)) {
              parent = parent.withObjectProperty(part);
            }
          }
          parent.put(key.substring(dot + 1), value);
        });
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  private static void fsync(ObjectNode root, Setup setup, Measurement run) {
    if (setup.fsync().isEmpty()) {
      root.putNull("fsync");
      return;
    }
    ObjectNode node = MAPPER.valueToTree(setup.fsync().get());
    setup
        .toFsync(run.ackedPerSecond())
        .ifPresent(closeness -> node.put("share", closeness.share()));
    root.set("fsync", node);
  }

  private static void throughput(
      ObjectNode node, Setup setup, Measurement run, @Nullable Received received) {
    node.put("loop", setup.closedLoop() ? "closed" : "open");
    Load load = setup.workload().load();
    if (load.mode() == Load.SendMode.ASYNC) {
      node.put("inFlight", load.inFlight().text());
    }
    node.put("warmupSeconds", run.warmupSeconds());
    node.put("warmupEndedBy", run.warmupEndedBy());
    node.put("measuredSeconds", run.seconds());
    ObjectNode steady = node.putObject("steadyState");
    steady.put(
        "status", run.steadyState().status().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    steady.put("cutSeconds", run.steadyState().cutSeconds());
    steady.put("figure", run.steadyState().figure());
    putKnown(steady, "low", run.steadyState().low());
    putKnown(steady, "high", run.steadyState().high());
    if (run.offeredPerSecond().isPresent()) {
      node.put("offeredPerSecond", run.offeredPerSecond().getAsDouble());
    } else {
      node.putNull("offeredPerSecond");
    }
    node.put("achievedPerSecond", run.achievedPerSecond());
    node.put("sentPerSecond", run.sentPerSecond());
    node.put("ackedPerSecond", run.ackedPerSecond());
    if (received == null) {
      node.putNull("receivedPerSecond");
    } else {
      node.put("receivedPerSecond", received.perSecond());
    }
    Flow.of(run, received)
        .ifPresent(flow -> node.put("flow", flow.name().toLowerCase(Locale.ROOT)));
    node.put("bytesPerSecond", run.ackedPerSecond() * setup.workload().message().sizeBytes());
  }

  private static void latency(ObjectNode parent, Metric metric, LatencySummary summary) {
    ObjectNode node = parent.putObject(metric.label());
    node.put("count", summary.count());
    put(node, "meanNanos", summary.meanNanos());
    put(node, "p50Nanos", summary.percentileNanos(50));
    put(node, "p75Nanos", summary.percentileNanos(75));
    put(node, "p90Nanos", summary.percentileNanos(90));
    put(node, "p95Nanos", summary.percentileNanos(95));
    put(node, "p99Nanos", summary.percentileNanos(99));
    put(node, "p999Nanos", summary.percentileNanos(99.9));
    put(node, "maxNanos", summary.maxNanos());
    if (summary.errorNanos() > 0) {
      node.put("errorNanos", summary.errorNanos());
    }
  }

  /** Of the measured time, as all figures but the audit are. */
  private static void sends(ObjectNode node, Measurement run) {
    Counts counts = run.counts();
    node.put("attempted", counts.attempted());
    node.put("acked", counts.ackedCount());
    node.set("rejected", MAPPER.valueToTree(counts.rejected()));
    node.set("unknown", MAPPER.valueToTree(counts.unknown()));
    node.set("byStatus", MAPPER.valueToTree(byStatus(counts)));
  }

  /** Whatever the brokers told, under their own names. */
  private static SortedMap<String, Long> byStatus(Counts counts) {
    SortedMap<String, Long> told = new TreeMap<>(counts.acked());
    told.putAll(counts.rejected());
    told.putAll(counts.unknown());
    told.keySet().removeIf(kind -> kind.startsWith("client-"));
    return told;
  }

  /** Of the whole run: only all messages together can be held against a broker's offsets. */
  private static void audit(ObjectNode node, long attempted, Audit audit) {
    node.put("done", audit.done());
    node.put("attempted", attempted);
    node.put("acked", audit.acked());
    node.put("unknown", audit.unknown());
    node.put("rejected", audit.rejected());
    put(node, "brokerCount", audit.brokerCount());
    put(node, "replicaCount", audit.replicaCount());
    if (audit.brokerCount().isPresent()) {
      node.put("agreesWithBroker", audit.agreesWithBroker());
    } else {
      node.putNull("agreesWithBroker");
    }
    node.put("unasked", audit.unasked());
  }

  private static void selfCheck(ObjectNode node, RunResult result) {
    Measurement run = result.measurement();
    node.put("availableProcessors", run.availableProcessors());
    node.put("hiccupP99Nanos", run.hiccups().getValueAtPercentile(99));
    node.put("hiccupMaxNanos", run.hiccups().getMaxValue());
    node.put("windowFullShare", run.windowFullShare());
    node.put("latenciesOutOfRange", run.outOfRange());
    if (run.resources().known()) {
      node.put("starvedShare", run.resources().generatorStarvedShare());
      node.put("gcShare", run.resources().generatorGcShare());
      node.set("troubles", MAPPER.valueToTree(Judge.generatorTroubles(result)));
    }
    ObjectNode floor = node.putObject("floor");
    for (Map.Entry<Metric, LatencySummary> entry : result.floor().entrySet()) {
      latency(floor, entry.getKey(), entry.getValue());
    }
  }

  private static void span(ObjectNode node, Span span) {
    node.put("first", span.first());
    node.put("max", span.max());
    node.put("last", span.last());
  }

  /** Null if it is not a number. */
  private static void putKnown(ObjectNode node, String name, double value) {
    if (Double.isNaN(value)) {
      node.putNull(name);
    } else {
      node.put(name, value);
    }
  }

  private static void put(ObjectNode node, String name, OptionalLong value) {
    if (value.isPresent()) {
      node.put(name, value.getAsLong());
    } else {
      node.putNull(name);
    }
  }
}
