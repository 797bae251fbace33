package io.brokerbench.driver;

import io.brokerbench.clock.Clock;
import io.brokerbench.http.HttpGet;
import io.brokerbench.prometheus.MetricsText;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads the metrics of brokers from their Prometheus endpoints. Thread-safe. */
public final class PrometheusEndpoints {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** While a broker or its machine is busy. */
  private static final Duration LONG_PATIENCE = Duration.ofSeconds(15);

  /**
   * The result of one scrape of all brokers.
   *
   * @param byUrl metrics by endpoint and name, summed over all labels; only of brokers that
   *     answered
   * @param tookNanos time until the last of these brokers had answered
   * @param silence failure of a broker that did not answer; null if all did
   */
  public record Reading(
      Map<String, Map<String, Double>> byUrl, long tookNanos, @Nullable BrokerException silence) {

    /** Metrics by name, summed over the brokers that answered. */
    public Map<String, Double> sums() {
      Map<String, Double> sums = new HashMap<>();
      byUrl
          .values()
          .forEach(
              metrics -> metrics.forEach((name, value) -> sums.merge(name, value, Double::sum)));
      return sums;
    }

    /**
     * Returns this reading if all brokers answered.
     *
     * @throws BrokerException if one of them did not
     */
    public Reading complete() throws BrokerException {
      if (silence != null) {
        throw silence;
      }
      return this;
    }
  }

  private record Reply(long nanos, HttpResponse<String> answer) {}

  private final List<String> urls;
  private final Clock clock = Clock.system();
  private final HttpGet http = new HttpGet();

  /**
   * @param urls one per broker, {@code http://host:port/path}; empty for none
   */
  public PrometheusEndpoints(List<String> urls) {
    this.urls = List.copyOf(urls);
  }

  /** Number of brokers. */
  public int size() {
    return urls.size();
  }

  /** Scrapes all brokers at once. A broker that does not answer does not affect the others. */
  public Reading read() {
    return read(PATIENCE);
  }

  /** The same with more patience, for counts without which a run cannot start or be audited. */
  public Reading readPatiently() {
    return read(LONG_PATIENCE);
  }

  private Reading read(Duration patience) {
    long from = clock.nanoTime();
    List<CompletableFuture<Reply>> replies = urls.stream().map(url -> ask(url, patience)).toList();
    Map<String, Map<String, Double>> byUrl = new HashMap<>();
    long tookNanos = 0;
    BrokerException silence = null;
    for (int i = 0; i < urls.size(); i++) {
      try {
        Reply reply = await(replies.get(i), patience);
        byUrl.put(urls.get(i), MetricsText.sums(reply.answer().body()));
        tookNanos = Math.max(tookNanos, reply.nanos() - from);
      } catch (BrokerException e) {
        silence = e;
      } catch (IOException e) {
        silence = unreadable(urls.get(i), e);
      }
    }
    return new Reading(byUrl, tookNanos, silence);
  }

  private CompletableFuture<Reply> ask(String url, Duration patience) {
    try {
      return http.send(URI.create(url), patience)
          .thenApply(answer -> new Reply(clock.nanoTime(), answer));
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static Reply await(CompletableFuture<Reply> asked, Duration patience)
      throws BrokerException, IOException {
    try {
      Reply reply = HttpGet.await(asked, patience);
      if (reply.answer().statusCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("HTTP status " + reply.answer().statusCode());
      }
      return reply;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted", e);
    }
  }

  private static BrokerException unreadable(String url, IOException cause) {
    return new BrokerException(
        Text.of("the broker does not report its counts at %s: %s", url, cause.getMessage()), cause);
  }
}
