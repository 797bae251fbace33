package io.brokerbench.rabbitmq;

import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads what nodes tell at their Prometheus endpoints. Thread-safe. */
final class BrokerMetrics {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final String PREFIX = "rabbitmq_";

  private final List<String> addresses;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(PATIENCE).version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Of these nodes.
   *
   * @param addresses host:port;host:port; empty for none
   */
  BrokerMetrics(String addresses) {
    this.addresses = Stream.of(addresses.split("[;,]", -1)).filter(a -> !a.isBlank()).toList();
  }

  /** Whether there is anybody to ask. */
  boolean known() {
    return !addresses.isEmpty();
  }

  /** How many nodes tell. */
  int nodes() {
    return addresses.size();
  }

  /**
   * Every metric by its name, of all nodes and labels together.
   *
   * @throws BrokerException if one of them does not answer
   */
  Map<String, Double> all() throws BrokerException {
    Map<String, Double> sums = new HashMap<>();
    for (String address : addresses) {
      of(address).forEach((name, value) -> sums.merge(name, value, Double::sum));
    }
    return sums;
  }

  /** The same of those that answer. */
  Map<String, Double> ofTheLiving() {
    Map<String, Double> sums = new HashMap<>();
    for (String address : addresses) {
      try {
        of(address).forEach((name, value) -> sums.merge(name, value, Double::sum));
      } catch (BrokerException e) {
        // A node that does not tell keeps no other from being heard.
      }
    }
    return sums;
  }

  private Map<String, Double> of(String address) throws BrokerException {
    try {
      String text =
          client
              .send(
                  HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                      .timeout(PATIENCE)
                      .build(),
                  BodyHandlers.ofString())
              .body();
      return parse(text);
    } catch (IOException | IllegalArgumentException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new BrokerException(
          "the node at %s does not tell its counts: %s".formatted(address, why), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted", e);
    }
  }

  /** Prometheus' text format, labels left out. */
  static Map<String, Double> parse(String text) {
    Map<String, Double> sums = new HashMap<>();
    text.lines()
        .filter(line -> line.startsWith(PREFIX))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              int brace = line.indexOf('{');
              String name = line.substring(0, brace >= 0 ? brace : space);
              String value = line.substring(space + 1);
              if (value.matches("[-+0-9.eE]+")) {
                sums.merge(name, Double.parseDouble(value), Double::sum);
              }
            });
    return sums;
  }
}
