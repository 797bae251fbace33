package io.brokerbench.driver;

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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what brokers tell at their Prometheus endpoints. Thread-safe. */
public final class PrometheusEndpoints {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** A name, labels if there are any, a number, and perhaps a timestamp. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{.*\\})? +([-+]?[0-9][-+0-9.eE]*)(?: +\\d+)? *$");

  private final List<String> urls;
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

  /**
   * Every metric by its name, of all brokers and labels together.
   *
   * @throws BrokerException if one of them does not answer
   */
  public Map<String, Double> all() throws BrokerException {
    Map<String, Double> sums = new HashMap<>();
    for (String url : urls) {
      of(url).forEach((name, value) -> sums.merge(name, value, Double::sum));
    }
    return sums;
  }

  /** The same of those that answer. */
  public Map<String, Double> ofTheLiving() {
    Map<String, Double> sums = new HashMap<>();
    for (String url : urls) {
      try {
        of(url).forEach((name, value) -> sums.merge(name, value, Double::sum));
      } catch (BrokerException e) {
        // A broker that does not tell keeps no other from being heard.
      }
    }
    return sums;
  }

  /** A request's own timeout would end with the header of its answer. */
  private HttpResponse<String> answer(HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request, BodyHandlers.ofString());
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no answer within %d s".formatted(PATIENCE.toSeconds()), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  private Map<String, Double> of(String url) throws BrokerException {
    try {
      HttpResponse<String> answer = answer(HttpRequest.newBuilder(URI.create(url)).build());
      if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("HTTP status " + answer.statusCode());
      }
      return sums(answer.body());
    } catch (IOException | IllegalArgumentException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new BrokerException(
          "the broker does not tell its counts at %s: %s".formatted(url, why), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("interrupted", e);
    }
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
