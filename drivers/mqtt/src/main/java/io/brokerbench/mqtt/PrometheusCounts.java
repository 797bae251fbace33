package io.brokerbench.mqtt;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.PrometheusEndpoints;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What EMQX, or HiveMQ with its extension for Prometheus, tells at its endpoint. */
final class PrometheusCounts implements PolledCounts.Source {

  /** EMQX's name and HiveMQ's, by ours. */
  private static final Map<String, List<String>> FIGURES =
      Map.of(
          BrokerCounts.RECEIVED,
          List.of("emqx_messages_received", "com_hivemq_messages_incoming_publish_count"),
          "sentMessages",
          List.of("emqx_messages_sent", "com_hivemq_messages_outgoing_publish_count"),
          "droppedMessages",
          List.of("emqx_messages_dropped", "com_hivemq_messages_dropped_count"),
          "connectedClients",
          List.of("emqx_connections_count", "com_hivemq_networking_connections_current"));

  private final PrometheusEndpoints endpoint;
  private final String url;

  /**
   * Of a broker.
   *
   * @param url {@code http://host:port/path}
   */
  PrometheusCounts(String url) {
    this.url = url;
    this.endpoint = new PrometheusEndpoints(List.of(url));
  }

  @Override
  public Map<String, Long> read() throws BrokerException {
    Map<String, Double> told = endpoint.read().complete().sums();
    Map<String, Long> figures = new TreeMap<>();
    FIGURES.forEach(
        (ours, theirs) ->
            theirs.stream()
                .filter(told::containsKey)
                .findFirst()
                .ifPresent(name -> figures.put(ours, Math.round(told.getOrDefault(name, 0.0)))));
    if (!figures.containsKey(BrokerCounts.RECEIVED)) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "cluster.metrics-addresses: %s tells neither %s",
              url,
              String.join(" nor ", FIGURES.get(BrokerCounts.RECEIVED))));
    }
    return figures;
  }

  @Override
  public void close() {}
}
