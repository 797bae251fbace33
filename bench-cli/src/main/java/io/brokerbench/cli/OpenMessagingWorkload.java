package io.brokerbench.cli;

import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A workload of OpenMessaging Benchmark ({@code Workload} of its framework), translated for
 * brokerbench.
 *
 * @param yaml translated workload
 * @param leftOut keys without a counterpart that do not change the load, one line each
 */
record OpenMessagingWorkload(String yaml, List<String> leftOut) {

  private static final long GIB = 1L << 30;

  /**
   * The number of sends in flight. Producers of OpenMessaging Benchmark do not wait for answers;
   * those of brokerbench have a window and report when it is full.
   */
  private static final int IN_FLIGHT = 1000;

  private static final long DEFAULT_START_RATE = 10_000;

  /**
   * Keys that configure the content of bodies; those of brokerbench have header and checksum
   * instead.
   */
  private static final List<String> BODIES =
      List.of(
          "payloadFile", "useRandomizedPayloads", "randomBytesRatio", "randomizedPayloadPoolSize");

  /**
   * @param file name of the file, for messages
   * @throws BadInputException if it is not such a workload, or has a load without a counterpart
   */
  static OpenMessagingWorkload of(String file, String yaml) throws BadInputException {
    Object loaded;
    LoaderOptions options = new LoaderOptions();
    // Their workloads have no aliases, and a few aliases can expand without bound.
    options.setMaxAliasesForCollections(0);
    try {
      loaded = new Yaml(new SafeConstructor(options)).load(yaml);
    } catch (YAMLException e) {
      throw new BadInputException(
          Text.of(
              "%s is no YAML: %s",
              file, String.valueOf(e.getMessage()).lines().collect(Collectors.joining(" "))));
    }
    if (!(loaded instanceof Map<?, ?> map) || !map.containsKey("producersPerTopic")) {
      throw new BadInputException(
          Text.of(
              "%s is no workload of OpenMessaging Benchmark: it has no producersPerTopic", file));
    }
    Translation translation = new Translation();
    map.forEach((key, value) -> translation.take(String.valueOf(key), String.valueOf(value)));
    return translation.end(file);
  }

  /** A translation that takes keys one by one. Not thread-safe. */
  private static final class Translation {

    private final Map<String, String> theirs = new LinkedHashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    void take(String key, String value) {
      switch (key) {
        case "name",
            "topics",
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
        case "keyDistributor" ->
            only(key, value, "NO_KEY", "brokerbench spreads evenly over all queues");
        default -> {
          if (BODIES.contains(key)) {
            leftOut.add(Text.of("left out: %s: %s: brokerbench sends random bodies", key, value));
          } else {
            problems.add(Text.of("%s: %s has no counterpart", key, value));
          }
        }
      }
    }

    private void only(String key, String value, String expected, String why) {
      if (!value.equals(expected)) {
        problems.add(Text.of("%s must be %s, got %s: %s", key, expected, value, why));
      }
    }

    private long number(String key, long least, long otherwise) {
      String value = theirs.get(key);
      if (value == null) {
        return otherwise;
      }
      if (!value.matches("\\d{1,15}") || Long.parseLong(value) < least) {
        problems.add(Text.of("%s must be a whole number from %d on, got %s", key, least, value));
        return otherwise;
      }
      return Long.parseLong(value);
    }

    private long required(String key) {
      if (!theirs.containsKey(key)) {
        problems.add(Text.of("%s is missing", key));
      }
      return number(key, 1, 1);
    }

    /** Their name as one of brokerbench's; empty if nothing of it remains. */
    private Optional<String> name() {
      String whole = theirs.getOrDefault("name", "").replaceAll("[^A-Za-z0-9._-]+", "-");
      String name =
          whole.substring(0, Math.min(whole.length(), Workload.NAME_LENGTH)).replaceAll("-+$", "");
      if (!name.startsWith(whole.replaceAll("-+$", ""))) {
        leftOut.add(Text.of("name: shortened to %d characters: %s", Workload.NAME_LENGTH, name));
      }
      return Optional.of(name).filter(text -> !text.isEmpty());
    }

    OpenMessagingWorkload end(String file) throws BadInputException {
      long size = required("messageSize");
      long rate = number("producerRate", 0, 0);
      long consumers = number("consumerPerSubscription", 0, 0);
      long groups = number("subscriptionsPerTopic", 0, 0);
      boolean consumed = consumers > 0 && groups > 0;
      long topics = number("topics", 1, 1);
      Map<String, Object> load = new LinkedHashMap<>();
      load.put("threads", topics * required("producersPerTopic"));
      load.put("mode", "async");
      load.put("in-flight", IN_FLIGHT);
      if (rate > 0) {
        load.put("rate", rate + "/s");
      }
      load.put("warmup", number("warmupDurationMinutes", 0, 1) + "m");
      load.put("duration", required("testDurationMinutes") + "m");
      Map<String, Object> translated = new LinkedHashMap<>();
      translated.put("tool", consumed ? "consumer" : "producer");
      name().ifPresent(name -> translated.put("name", name));
      translated.put("load", load);
      translated.put("message", Map.of("size", size));
      Map<String, Object> topic = new LinkedHashMap<>();
      if (topics > 1) {
        topic.put("count", topics);
        leftOut.add("topics: all senders send to all topics, and all consumers receive from all");
      }
      topic.put("queues", required("partitionsPerTopic"));
      translated.put("topic", topic);
      if (consumed) {
        Map<String, Object> consume = new LinkedHashMap<>();
        consume.put("groups", groups);
        consume.put("clients", consumers);
        long backlogGigabytes = number("consumerBacklogSizeGB", 0, 0);
        if (backlogGigabytes > 0) {
          consume.put("backlog", Math.max(1, backlogGigabytes * GIB / size));
        }
        translated.put("consume", consume);
      }
      if (rate == 0) {
        translated.put(
            "find", Map.of("start", number("producerStartRate", 1, DEFAULT_START_RATE) + "/s"));
        leftOut.add("producerRate: 0 looks for the highest rate: run it with scripts/bench find");
      }
      if (!problems.isEmpty()) {
        throw new BadInputException(
            problems.stream()
                .map(problem -> file + ": " + problem)
                .collect(Collectors.joining("\n")));
      }
      return new OpenMessagingWorkload(new Yaml().dumpAsMap(translated), List.copyOf(leftOut));
    }
  }
}
