package io.brokerbench.driver;

import io.brokerbench.address.HttpAddress;
import io.brokerbench.clock.Clock;
import io.brokerbench.prometheus.LimitedBody;
import io.brokerbench.prometheus.MetricsText;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

  /** An answer and the time of its arrival. */
  private record Reply(long nanos, HttpResponse<String> answer) {}

  private final List<String> urls;
  private final Clock clock = Clock.system();
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(PATIENCE).version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Creates a reader for these brokers.
   *
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
    List<CompletableFuture<Reply>> replies = urls.stream().map(this::ask).toList();
    Map<String, Map<String, Double>> byUrl = new HashMap<>();
    long tookNanos = 0;
    BrokerException silence = null;
    for (int i = 0; i < urls.size(); i++) {
      try {
        Reply reply = await(urls.get(i), replies.get(i), from, patience);
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

  private CompletableFuture<Reply> ask(String url) {
    try {
      return client
          .sendAsync(
              HttpRequest.newBuilder(HttpAddress.forClient(URI.create(url))).build(),
              new LimitedBody())
          .thenApply(answer -> new Reply(clock.nanoTime(), answer));
    } catch (UnknownHostException | IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Applies the deadline to the whole answer; the timeout of the request would cover only its
   * header.
   */
  private Reply await(String url, CompletableFuture<Reply> asked, long fromNanos, Duration patience)
      throws BrokerException {
    try {
      long leftNanos = fromNanos + patience.toNanos() - clock.nanoTime();
      Reply reply = asked.get(leftNanos, TimeUnit.NANOSECONDS);
      if (reply.answer().statusCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("HTTP status " + reply.answer().statusCode());
      }
      return reply;
    } catch (TimeoutException e) {
      throw unreadable(
          url, new IOException(Text.of("no answer within %d s", patience.toSeconds()), e));
    } catch (ExecutionException e) {
      throw unreadable(url, e.getCause() == null ? e : e.getCause());
    } catch (IOException e) {
      throw unreadable(url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted", e);
    } finally {
      asked.cancel(true);
    }
  }

  private static BrokerException unreadable(String url, Throwable cause) {
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new BrokerException(
        Text.of("the broker does not report its counts at %s: %s", url, why), cause);
  }
}
