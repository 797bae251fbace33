package io.brokerbench.stored;

import io.brokerbench.results.Environment;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts of a run's environment on which figures depend, by their display names. */
public final class EnvironmentFacts {

  public static final String HOST_CPU = "host cpu";
  public static final String HOST_PROCESSORS = "host processors";
  public static final String HOST_MEMORY = "host memory bytes";
  public static final String HOST_KERNEL = "host kernel";
  public static final String GENERATOR_JVM = "generator JVM";
  public static final String GENERATOR_JVM_VENDOR = "generator JVM vendor";
  public static final String BROKER_JVM = "broker JVM";
  public static final String BROKER_RELEASE = "broker release";

  private EnvironmentFacts() {}

  static SortedMap<String, String> of(Environment environment) {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put(HOST_CPU, environment.host().cpu());
    facts.put(HOST_PROCESSORS, Integer.toString(environment.host().availableProcessors()));
    facts.put(HOST_MEMORY, Long.toString(environment.host().memoryBytes()));
    facts.put(HOST_KERNEL, environment.host().kernel());
    facts.put(GENERATOR_JVM, environment.jvm().version());
    facts.put(GENERATOR_JVM_VENDOR, environment.jvm().vendor());
    facts.put("generator heap bytes", Long.toString(environment.jvm().maxHeapBytes()));
    put(facts, BROKER_JVM, environment.cluster().get("javaVersion"));
    put(facts, "client", environment.client().get("name"));
    put(facts, "client release", environment.client().get("release"));
    List<String> releases =
        environment
            .brokers()
            .valueStream()
            .map(broker -> broker.path("release").asText())
            .distinct()
            .sorted()
            .toList();
    if (!releases.isEmpty()) {
      facts.put(BROKER_RELEASE, String.join(" and ", releases));
    }
    return facts;
  }

  private static void put(SortedMap<String, String> facts, String name, @Nullable Object value) {
    if (value != null) {
      facts.put(name, value.toString());
    }
  }
}
