package io.brokerbench.cli;

import io.brokerbench.stored.BadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A workload of OpenMessaging Benchmark ({@code Workload} of its framework) as one of ours.
 *
 * @param yaml ours
 * @param leftOut what has no counterpart and changes no load, a line each
 */
record OpenMessagingWorkload(String yaml, List<String> leftOut) {

  private static final long GIB = 1L << 30;

  /** Its producers wait for no answer; ours have a window, which is told when it is full. */
  private static final int IN_FLIGHT = 1000;

  private static final long DEFAULT_START_RATE = 10_000;

  /** How its bodies are made: ours have header and checksum instead. */
  private static final List<String> BODIES =
      List.of(
          "payloadFile", "useRandomizedPayloads", "randomBytesRatio", "randomizedPayloadPoolSize");

  /**
   * Translates one.
   *
   * @param file its name, for messages
   * @throws BadInputException if it is none, or asks for a load that we do not have
   */
  static OpenMessagingWorkload of(String file, String yaml) throws BadInputException {
    Object loaded;
    LoaderOptions options = new LoaderOptions();
    // Their workloads have none, and few of them multiply without end.
    options.setMaxAliasesForCollections(0);
    try {
      loaded = new Yaml(new SafeConstructor(options)).load(yaml);
    } catch (YAMLException e) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s is no YAML: %s",
              file,
              String.valueOf(e.getMessage()).lines().collect(Collectors.joining(" "))));
    }
    if (!(loaded instanceof Map<?, ?> map) || !map.containsKey("producersPerTopic")) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%s is no workload of OpenMessaging Benchmark: it has no producersPerTopic",
              file));
    }
    Translation translation = new Translation();
    map.forEach((key, value) -> translation.take(String.valueOf(key), String.valueOf(value)));
    return translation.end(file);
  }

  /** Keys are taken one by one. For one thread. */
  private static final class Translation {

    private final Map<String, String> theirs = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    void take(String key, String value) {
      switch (key) {
        case "name",
            "partitionsPerTopic",
            "messageSize",
            "subscriptionsPerTopic",
            "consumerPerSubscription",
            "producersPerTopic",
            "producerRate",
            "producerStartRate",
            "consumerBacklogSizeGB",
            "testDurationMinutes",
            "warmupDurationMinutes" ->
            theirs.put(key, value);
        case "topics" -> only(key, value, "1", "ours send to one topic");
        case "keyDistributor" -> only(key, value, "NO_KEY", "ours spread evenly over all queues");
        default -> {
          if (BODIES.contains(key)) {
            leftOut.add(
                String.format(Locale.ROOT, "left out: %s: %s: our bodies are random", key, value));
          } else {
            problems.add(String.format(Locale.ROOT, "%s: %s has no counterpart", key, value));
          }
        }
      }
    }

    private void only(String key, String value, String ours, String why) {
      if (!value.equals(ours)) {
        problems.add(
            String.format(Locale.ROOT, "%s must be %s, got %s: %s", key, ours, value, why));
      }
    }

    private long number(String key, long least, long otherwise) {
      String value = theirs.get(key);
      if (value == null) {
        return otherwise;
      }
      if (!value.matches("\\d{1,15}") || Long.parseLong(value) < least) {
        problems.add(
            String.format(
                Locale.ROOT, "%s must be a whole number from %d on, got %s", key, least, value));
        return otherwise;
      }
      return Long.parseLong(value);
    }

    /** A number that theirs must have. */
    private long required(String key) {
      if (!theirs.containsKey(key)) {
        problems.add(String.format(Locale.ROOT, "%s is missing", key));
      }
      return number(key, 1, 1);
    }

    OpenMessagingWorkload end(String file) throws BadInputException {
      long size = required("messageSize");
      long rate = number("producerRate", 0, 0);
      long consumers = number("consumerPerSubscription", 0, 0);
      long groups = number("subscriptionsPerTopic", 0, 0);
      boolean consumed = consumers > 0 && groups > 0;
      Map<String, Object> load = new LinkedHashMap<>();
      load.put("threads", required("producersPerTopic"));
      load.put("mode", "async");
      load.put("in-flight", IN_FLIGHT);
      if (rate > 0) {
        load.put("rate", rate + "/s");
      }
      load.put("warmup", number("warmupDurationMinutes", 0, 1) + "m");
      load.put("duration", required("testDurationMinutes") + "m");
      Map<String, Object> ours = new LinkedHashMap<>();
      ours.put("tool", consumed ? "consumer" : "producer");
      if (theirs.containsKey("name")) {
        ours.put("name", theirs.get("name").replaceAll("[^A-Za-z0-9._-]+", "-"));
      }
      ours.put("load", load);
      ours.put("message", Map.of("size", size));
      ours.put("topic", Map.of("queues", required("partitionsPerTopic")));
      if (consumed) {
        Map<String, Object> consume = new LinkedHashMap<>();
        consume.put("groups", groups);
        consume.put("clients", consumers);
        long backlogGigabytes = number("consumerBacklogSizeGB", 0, 0);
        if (backlogGigabytes > 0) {
          consume.put("backlog", backlogGigabytes * GIB / size);
        }
        ours.put("consume", consume);
      }
      if (rate == 0) {
        ours.put(
            "find", Map.of("start", number("producerStartRate", 1, DEFAULT_START_RATE) + "/s"));
        leftOut.add("producerRate: 0 looks for the highest rate: run it with scripts/bench find");
      }
      if (!problems.isEmpty()) {
        throw new BadInputException(
            problems.stream()
                .map(problem -> file + ": " + problem)
                .collect(Collectors.joining("\n")));
      }
      DumperOptions block = new DumperOptions();
      block.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
      return new OpenMessagingWorkload(new Yaml(block).dump(ours), List.copyOf(leftOut));
    }
  }
}
