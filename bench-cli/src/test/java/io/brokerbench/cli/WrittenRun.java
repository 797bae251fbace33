package io.brokerbench.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.testkit.PartialRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Result directories with as much of a {@code run.json} as is compared. Changed in place. */
public final class WrittenRun {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode json = MAPPER.createObjectNode();

  public WrittenRun(String tool) {
    json.put("command", tool + " --duration 30s");
    verdict("valid");
    json.putObject("promise")
        .put("acknowledged", true)
        .put("onDisk", false)
        .put("copies", 1)
        .put("text", "in memory");
    set("name", tool);
    set("driver", "rocketmq");
    set("load.threads", "16");
    set("cluster.flush", "async");
    set("cluster.replication", "async");
    set("cluster.version", "5.5.0");
    put("/throughput/ackedPerSecond", 1000);
    put("/throughput/receivedPerSecond", 900);
    put("/latency/service/p50Nanos", 1_000_000);
    put("/latency/service/p99Nanos", 5_000_000);
    put("/latency/endToEnd/p50Nanos", 2_000_000);
    put("/latency/endToEnd/p99Nanos", 9_000_000);
    put("/resources/generator/cpuMicrosPerMessage", 500);
    put("/resources/namesrv/cpuMicrosPerMessage", 7);
    put("/resources/master/cpuMicrosPerMessage", 60);
    put("/resources/slave/cpuMicrosPerMessage", 20);
    put("/resources/host/cpuCoresMean", 2);
    json.withObject("/environment/host").put("availableProcessors", 2);
    json.withObject("/environment/jvm").put("version", "17.0.15");
  }

  WrittenRun verdict(String status, String... reasons) {
    ObjectNode verdict = json.putObject("verdict");
    verdict.put("status", status);
    ArrayNode all = verdict.putArray("reasons");
    Stream.of(reasons).forEach(text -> all.addObject().put("code", "a.b").put("text", text));
    return this;
  }

  public WrittenRun set(String key, String value) {
    ObjectNode parent = json.withObject("/workload");
    int dot = key.lastIndexOf('.');
    if (dot >= 0) {
      parent = parent.withObject("/" + key.substring(0, dot).replace('.', '/'));
    }
    parent.put(key.substring(dot + 1), value);
    return this;
  }

  public WrittenRun put(String pointer, double value) {
    int slash = pointer.lastIndexOf('/');
    ObjectNode parent = json.withObject(pointer.substring(0, slash));
    boolean whole = value == Math.rint(value) && !pointer.endsWith("PerSecond");
    if (whole || pointer.endsWith("Nanos")) {
      parent.put(pointer.substring(slash + 1), Math.round(value));
    } else {
      parent.put(pointer.substring(slash + 1), value);
    }
    return this;
  }

  public WrittenRun put(String pointer, String value) {
    int slash = pointer.lastIndexOf('/');
    json.withObject(pointer.substring(0, slash)).put(pointer.substring(slash + 1), value);
    return this;
  }

  WrittenRun putNull(String pointer) {
    int slash = pointer.lastIndexOf('/');
    json.withObject(pointer.substring(0, slash)).putNull(pointer.substring(slash + 1));
    return this;
  }

  WrittenRun promise(boolean onDisk, int copies) {
    json.withObject("/promise").put("onDisk", onDisk).put("copies", copies);
    return this;
  }

  /** Acknowledged from the page cache of a broker, or from the memory of its process. */
  WrittenRun inProcessMemory(boolean inProcessMemory) {
    json.withObject("/promise").put("inProcessMemory", inProcessMemory);
    return this;
  }

  /** Sent one way: nothing is acknowledged. */
  WrittenRun oneWay() {
    json.withObject("/promise").put("acknowledged", false);
    return set("load.mode", "oneway");
  }

  /** Lost messages although their acknowledgements promised that they are kept. */
  WrittenRun brokenPromise(String text) {
    breakPromise(json, text);
    return this;
  }

  /** The same of any run. */
  static void breakPromise(ObjectNode run, String text) {
    ObjectNode faults = run.putObject("plannedFaults");
    faults.putArray("faults");
    faults.putArray("notInjected");
    faults.putObject("undisturbed").put("due", 0).put("sent", 0).put("failed", 0);
    faults.put("brokenPromise", text);
  }

  public WrittenRun mode(String replication, String flush) {
    return set("cluster.replication", replication)
        .set("cluster.flush", flush)
        .promise(flush.equals("sync"), replication.equals("sync") ? 2 : 1);
  }

  /** Multiplies rates by this, latencies and costs by its inverse. */
  public WrittenRun speed(double factor) {
    return put("/throughput/ackedPerSecond", 1000 * factor)
        .put("/throughput/receivedPerSecond", 900 * factor)
        .put("/latency/service/p50Nanos", 1_000_000 / factor)
        .put("/latency/service/p99Nanos", 5_000_000 / factor)
        .put("/resources/master/cpuMicrosPerMessage", 60 / factor)
        .put("/resources/slave/cpuMicrosPerMessage", 20 / factor);
  }

  /** Writes it as {@code parent/name/run.json}. */
  public Path into(Path parent, String name) {
    try {
      Path directory = Files.createDirectories(parent.resolve(name));
      Files.writeString(directory.resolve("run.json"), PartialRun.complete(json.toString()));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs of a tool whose speeds are these. */
  static Path runs(Path parent, String tool, double... speeds) {
    for (int i = 0; i < speeds.length; i++) {
      new WrittenRun(tool)
          .speed(speeds[i])
          .into(parent, String.format(Locale.ROOT, "2026010%dT000000Z-%s", i, tool));
    }
    return parent;
  }
}
