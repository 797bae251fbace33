package io.brokerbench.driver;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what brokers tell at their Prometheus endpoints. Thread-safe. */
public final class PrometheusEndpoints {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** A name, labels if there are any, a number, and perhaps a timestamp. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{.*\\})? +([-+]?[0-9][-+0-9.eE]*)(?: +\\d+)? *$");

  /**
   * What brokers told when they were asked once.
   *
   * @param byUrl every metric by its name, of all labels together; of the brokers that answered
   * @param tookNanos until the last of these had answered
   * @param silence why another did not; null if all did
   */
  public record Reading(
      Map<String, Map<String, Double>> byUrl, long tookNanos, @Nullable BrokerException silence) {

    /** Every metric by its name, of all brokers that answered together. */
    public Map<String, Double> sums() {
      Map<String, Double> sums = new HashMap<>();
      byUrl
          .values()
          .forEach(
              metrics -> metrics.forEach((name, value) -> sums.merge(name, value, Double::sum)));
      return sums;
    }

    /**
     * This, if all answered.
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

  /** When an answer was there, and what it says. */
  private record Reply(long nanos, HttpResponse<String> answer) {}

  private final List<String> urls;
  private final Clock clock = Clock.system();
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(PATIENCE).version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Of these brokers.
   *
   * @param urls one for each broker, {@code http://host:port/path}; empty for none
   */
  public PrometheusEndpoints(List<String> urls) {
    this.urls = List.copyOf(urls);
  }

  /** How many brokers tell. */
  public int size() {
    return urls.size();
  }

  /** Asks all brokers at once. One that does not answer keeps no other from being heard. */
  public Reading read() {
    long from = clock.nanoTime();
    List<CompletableFuture<Reply>> replies = urls.stream().map(this::ask).toList();
    Map<String, Map<String, Double>> byUrl = new HashMap<>();
    long tookNanos = 0;
    BrokerException silence = null;
    for (int i = 0; i < urls.size(); i++) {
      try {
        Reply reply = await(urls.get(i), replies.get(i), from + PATIENCE.toNanos());
        byUrl.put(urls.get(i), sums(reply.answer().body()));
        tookNanos = Math.max(tookNanos, reply.nanos() - from);
      } catch (BrokerException e) {
        silence = e;
      }
    }
    return new Reading(byUrl, tookNanos, silence);
  }

  private CompletableFuture<Reply> ask(String url) {
    try {
      return client
          .sendAsync(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
          .thenApply(answer -> new Reply(clock.nanoTime(), answer));
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** A request's own timeout would end with the header of its answer. */
  private Reply await(String url, CompletableFuture<Reply> asked, long deadlineNanos)
      throws BrokerException {
    try {
      Reply reply = asked.get(deadlineNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
      if (reply.answer().statusCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("HTTP status " + reply.answer().statusCode());
      }
      return reply;
    } catch (TimeoutException e) {
      throw untold(
          url,
          new IOException(
              String.format(Locale.ROOT, "no answer within %d s", PATIENCE.toSeconds()), e));
    } catch (ExecutionException e) {
      throw untold(url, e.getCause() == null ? e : e.getCause());
    } catch (IOException e) {
      throw untold(url, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted", e);
    } finally {
      asked.cancel(true);
    }
  }

  private static BrokerException untold(String url, Throwable cause) {
    String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new BrokerException(
        String.format(Locale.ROOT, "the broker does not tell its counts at %s: %s", url, why),
        cause);
  }

  /** Prometheus' text format, labels left out; what is no number is left out too. */
  static Map<String, Double> sums(String text) {
    Map<String, Double> sums = new HashMap<>();
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      sums.merge(sample.group(1), Double.parseDouble(sample.group(2)), Double::sum);
    }
    return sums;
  }
}
