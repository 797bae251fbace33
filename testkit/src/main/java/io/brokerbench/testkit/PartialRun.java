package io.brokerbench.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Completes a {@code run.json} of which a test specifies only the relevant fields. */
public final class PartialRun {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String RUN =
      """
      {"schemaVersion": 2, "name": "run", "startedAt": "2026-01-01T00:00:00Z",
       "command": "producer", "verdict": {"status": "valid", "reasons": [], "notes": []},
       "faults": [],
       "workloadSha256": "0", "workload": {},
       "environment": {
         "host": {"os": "Linux", "kernel": "6", "architecture": "amd64", "cpu": "a cpu",
                  "logicalProcessors": 2, "availableProcessors": 2, "memoryBytes": 1073741824,
                  "virtualMachine": "none"},
         "jvm": {"version": "17", "vendor": "a vendor", "name": "a JVM", "flags": [],
                 "maxHeapBytes": 1073741824, "collectors": []},
         "cluster": {}, "client": {}, "broker": {}},
       "promise": {"acknowledged": true, "onDisk": false, "copies": 1, "exactlyOnce": false,
                   "atMostOnce": false, "text": "in memory"},
       "fsync": null,
       "throughput": {"loop": "open", "warmupSeconds": 0, "warmupEndedBy": "time",
                      "measuredSeconds": 1, "steadyState": {"status": "steady", "cutSeconds": 0},
                      "offeredPerSecond": null, "achievedPerSecond": 0, "ackedPerSecond": 0,
                      "receivedPerSecond": null, "bytesPerSecond": 0},
       "latency": {},
       "sends": {"attempted": 0, "acked": 0, "rejected": {}, "unknown": {}, "byStatus": {}},
       "audit": {"done": true, "attempted": 0, "acked": 0, "unknown": 0, "rejected": 0},
       "resources": {},
       "generator": {"availableProcessors": 2, "hiccupP99Nanos": 0, "hiccupMaxNanos": 0,
                     "windowFullShare": 0, "latenciesOutOfRange": 0, "floor": {}}}
      """;

  private static final String FSYNC =
      "{\"perSecond\": 100, \"share\": 0, \"latency\": {\"count\": 100, \"p50Nanos\": 1,"
          + " \"p99Nanos\": 1}}";

  private static final String LATENCY = "{\"count\": 100}";

  private static final String PROCESS = "{\"cpuCoresMean\": 0, \"rssBytesMax\": 0}";

  private static final String HOST =
      """
      {"cpuCoresMean": 0, "foreignCpuCoresMean": 0, "ioWaitShare": 0, "stealShare": 0,
       "loadAverageMax": 0, "networkBytes": 0, "diskBytesWritten": 0}
      """;

  private PartialRun() {}

  /**
   * A complete file. Names of processes give their roles; what was sent is what was achieved.
   *
   * @param partial an object with any of its fields, which override the defaults
   */
  public static String complete(String partial) {
    try {
      JsonNode some = MAPPER.readTree(partial);
      ObjectNode run = (ObjectNode) MAPPER.readTree(RUN);
      for (Map.Entry<String, JsonNode> latency : some.path("latency").properties()) {
        run.withObject("/latency").set(latency.getKey(), MAPPER.readTree(LATENCY));
      }
      for (Map.Entry<String, JsonNode> use : some.path("resources").properties()) {
        String figures = use.getKey().equals("host") ? HOST : PROCESS;
        run.withObject("/resources").set(use.getKey(), MAPPER.readTree(figures));
        if (!use.getKey().equals("host")) {
          run.withObject("/resources/" + use.getKey()).put("role", role(use.getKey()));
        }
      }
      run.withObject("/throughput")
          .put("sentPerSecond", some.at("/throughput/achievedPerSecond").asDouble());
      if (some.path("fsync").isObject()) {
        run.set("fsync", MAPPER.readTree(FSYNC));
      }
      MAPPER.readerForUpdating(run).readValue(some);
      return run.toPrettyString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String role(String process) {
    return switch (process) {
      case "generator" -> "generator";
      case "namesrv", "proxy" -> "helper";
      default -> "broker";
    };
  }
}
