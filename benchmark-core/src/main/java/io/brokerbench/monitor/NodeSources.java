package io.brokerbench.monitor;

import io.brokerbench.address.HttpAddress;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where the figures of a node of the cluster come from: the settings below {@code brokers}.
 *
 * @param name of the node, chosen by the user
 * @param endpoints addresses of exporters or, for {@link SourceKind#PROMETHEUS}, of the server
 * @param processGroup name of the broker's group in process-exporter, which the server collects if
 *     there is only that; empty if it is not used
 * @param selector labels that select the node's series at the Prometheus server, such as {@code
 *     instance="10.0.0.3:9100"}; empty without a server
 */
public record NodeSources(
    String name, Map<SourceKind, URI> endpoints, String processGroup, String selector) {

  private static final String SETTINGS = "brokers";

  /** Names that results use for something else are none. */
  private static final String NAME = "(?!(generator|host|hosts|sources)$)[A-Za-z0-9._-]{1,64}";

  private static final String PROCESS_GROUP = "process-group";
  private static final String SELECTOR = "selector";

  public NodeSources {
    endpoints = Map.copyOf(endpoints);
  }

  /** Reads the sources of all nodes; reports problems to {@code settings}. */
  public static List<NodeSources> read(Settings settings) {
    SortedMap<String, SortedMap<String, String>> byNode = new TreeMap<>();
    settings
        .below(SETTINGS)
        .forEach(
            (key, value) -> {
              int dot = key.lastIndexOf('.');
              if (dot < 1 || !key.substring(0, dot).matches(NAME)) {
                settings.problem(
                    SETTINGS + "." + key,
                    "must name a node (letters, digits, dots, hyphens, underscores; not generator, host,"
                        + " hosts or sources) and a source, such as brokers.broker-a.node-exporter");
              } else {
                byNode
                    .computeIfAbsent(key.substring(0, dot), name -> new TreeMap<>())
                    .put(key.substring(dot + 1), value);
              }
            });
    List<NodeSources> nodes = new ArrayList<>();
    byNode.forEach((name, values) -> nodes.add(read(settings, name, values)));
    return List.copyOf(nodes);
  }

  private static NodeSources read(
      Settings settings, String name, SortedMap<String, String> values) {
    Map<SourceKind, URI> endpoints = new EnumMap<>(SourceKind.class);
    values.forEach(
        (key, value) -> {
          String setting = SETTINGS + "." + name + "." + key;
          Optional<SourceKind> kind =
              Stream.of(SourceKind.values()).filter(each -> each.key().equals(key)).findFirst();
          if (kind.isPresent()) {
            endpoint(settings, setting, value).ifPresent(uri -> endpoints.put(kind.get(), uri));
          } else if (!List.of(PROCESS_GROUP, SELECTOR).contains(key)) {
            settings.problem(
                setting,
                "is no source of figures; there are node-exporter, jvm, rocketmq, process-exporter"
                    + " with process-group, prometheus with selector");
          } else if (value.isBlank()) {
            settings.problem(setting, Settings.EMPTY);
          }
        });
    together(settings, name, values, SourceKind.PROCESS_EXPORTER, PROCESS_GROUP);
    together(settings, name, values, SourceKind.PROMETHEUS, SELECTOR);
    return new NodeSources(
        name, endpoints, values.getOrDefault(PROCESS_GROUP, ""), values.getOrDefault(SELECTOR, ""));
  }

  /**
   * Requires that a source and what selects the node in it are both given, or neither. A Prometheus
   * server may collect the source instead.
   */
  private static void together(
      Settings settings,
      String name,
      SortedMap<String, String> values,
      SourceKind kind,
      String selection) {
    if (values.containsKey(kind.key()) && !values.containsKey(selection)) {
      settings.problem(
          Text.of("%s.%s.%s", SETTINGS, name, kind.key()),
          Text.of("needs %s.%s.%s, which selects the node's figures", SETTINGS, name, selection));
    }
    boolean has = values.containsKey(kind.key()) || values.containsKey(SourceKind.PROMETHEUS.key());
    if (!values.getOrDefault(selection, "").isBlank() && !has) {
      settings.problem(
          Text.of("%s.%s.%s", SETTINGS, name, selection),
          Text.of("needs %s.%s.%s, the source that it is about", SETTINGS, name, kind.key()));
    }
  }

  private static Optional<URI> endpoint(Settings settings, String key, String value) {
    try {
      return Optional.of(HttpAddress.parse(value));
    } catch (IllegalArgumentException e) {
      settings.problem(key, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Whether they may report the node's machine, and not only processes on it. */
  public boolean haveMachine() {
    return endpoints.containsKey(SourceKind.NODE_EXPORTER)
        || endpoints.containsKey(SourceKind.PROMETHEUS);
  }

  /** Name of a source of this node, for messages: {@code node-exporter of broker-a}. */
  String describe(SourceKind kind) {
    return Text.of("%s of %s (%s)", kind.key(), name, endpoints.get(kind));
  }
}
