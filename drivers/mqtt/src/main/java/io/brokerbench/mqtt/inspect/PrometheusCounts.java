package io.brokerbench.mqtt.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.PrometheusEndpoints;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts from the Prometheus endpoint of EMQX, or of HiveMQ with its Prometheus extension. */
public final class PrometheusCounts implements PolledCounts.Source {

  /**
   * Metric names of EMQX and HiveMQ by figure, of which the first that a broker reports counts.
   * EMQX's {@code emqx_messages_dropped} is of messages without a subscriber, and its {@code
   * emqx_connections_count} includes persistent sessions that are not connected.
   */
  private static final Map<String, List<String>> FIGURES =
      Map.of(
          CountSource.RECEIVED,
          List.of("emqx_messages_received", "com_hivemq_messages_incoming_publish_count"),
          "sentMessages",
          List.of("emqx_messages_sent", "com_hivemq_messages_outgoing_publish_count"),
          "droppedMessages",
          List.of("emqx_delivery_dropped", "com_hivemq_messages_dropped_count"),
          "connectedClients",
          List.of(
              "emqx_live_connections_count",
              "emqx_connections_count",
              "com_hivemq_networking_connections_current"));

  private final PrometheusEndpoints endpoint;
  private final String url;

  /**
   * @param url {@code http://host:port/path}
   */
  public PrometheusCounts(String url) {
    this.url = url;
    this.endpoint = new PrometheusEndpoints(List.of(url));
  }

  @Override
  public Map<String, Long> read() throws BrokerException {
    Map<String, Double> read = endpoint.read().complete().sums();
    Map<String, Long> figures = new TreeMap<>();
    FIGURES.forEach(
        (figure, metrics) ->
            metrics.stream()
                .filter(read::containsKey)
                .findFirst()
                .ifPresent(name -> figures.put(figure, Math.round(read.getOrDefault(name, 0.0)))));
    if (!figures.containsKey(CountSource.RECEIVED)) {
      throw new BrokerException(
          Text.of(
              "cluster.metrics-addresses: %s reports neither %s",
              url, String.join(" nor ", FIGURES.get(CountSource.RECEIVED))));
    }
    return figures;
  }

  @Override
  public void close() {}
}
