package io.brokerbench.monitor;

import io.brokerbench.clock.Clock;
import io.brokerbench.http.HttpGet;
import io.brokerbench.prometheus.MatrixAnswer;
import io.brokerbench.prometheus.MatrixAnswer.Newest;
import io.brokerbench.prometheus.MetricSample;
import io.brokerbench.prometheus.MetricsText;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/** A source of metrics that is asked over HTTP. Thread-safe. */
abstract class MetricsSource {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final HttpGet http = new HttpGet();

  /**
   * The metrics of a source at one moment.
   *
   * @param seconds time of the figures on the source's clock; NaN if it does not report one
   * @param ageSeconds age of the figures at their arrival, as far as the source reports it
   * @param intervalSeconds time between the source's own readings; 0 if it reads when it is asked
   */
  record Page(
      List<MetricSample> samples, double seconds, double ageSeconds, double intervalSeconds) {}

  static MetricsSource of(NodeSources node, SourceKind kind, Clock clock) {
    URI address = Objects.requireNonNull(node.endpoints().get(kind));
    return kind == SourceKind.PROMETHEUS
        ? new Server(address, node.selector(), clock)
        : new Exporter(address);
  }

  /**
   * The current metrics.
   *
   * @throws IOException with the reason, in one line, if there are none
   */
  abstract Page read() throws IOException, InterruptedException;

  HttpResponse<String> get(URI address) throws IOException, InterruptedException {
    HttpResponse<String> answer = HttpGet.await(http.send(address, PATIENCE), PATIENCE);
    if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
      String reason = MatrixAnswer.reason(answer.body());
      throw new IOException(
          Text.of("HTTP status %d%s", answer.statusCode(), reason.isEmpty() ? "" : ": " + reason));
    }
    return answer;
  }

  /** An exporter, which reads its figures when it is asked. */
  private static final class Exporter extends MetricsSource {

    private final URI address;

    Exporter(URI address) {
      this.address = address;
    }

    @Override
    Page read() throws IOException, InterruptedException {
      List<MetricSample> samples = MetricsText.parse(get(address).body());
      double seconds =
          samples.stream()
              .filter(sample -> sample.name().equals(NodeMetrics.TIME))
              .mapToDouble(MetricSample::value)
              .findFirst()
              .orElse(Double.NaN);
      return new Page(samples, seconds, 0, 0);
    }
  }

  /**
   * A Prometheus server. A range query returns samples as they were collected, with their own time;
   * an instant query would return them with the time of the query.
   */
  private static final class Server extends MetricsSource {

    private static final String RANGE = "[5m]";

    private final URI address;
    private final Clock clock;

    Server(URI server, String selector, Clock clock) {
      this.clock = clock;
      String query =
          Text.of("{__name__=~\"%s\",%s}%s", String.join("|", NodeMetrics.NAMES), selector, RANGE);
      this.address =
          URI.create(
              Text.of(
                  "%s/api/v1/query?query=%s",
                  server.toString().replaceAll("/+$", ""),
                  URLEncoder.encode(query, StandardCharsets.UTF_8)));
    }

    /**
     * The figures are as old as those of the exporter that the server asked the longest time ago;
     * series that an exporter showed then no longer have ended.
     */
    @Override
    Page read() throws IOException, InterruptedException {
      HttpResponse<String> answer = get(address);
      List<Newest> all = MatrixAnswer.parse(answer.body());
      Map<String, Double> asked = new HashMap<>();
      all.stream()
          .filter(series -> !NodeMetrics.everyExporterHas(series.sample().name()))
          .forEach(
              series ->
                  asked.merge(NodeMetrics.target(series.sample()), series.seconds(), Math::max));
      List<Newest> current =
          all.stream()
              .filter(
                  series ->
                      series.seconds()
                          >= asked.getOrDefault(
                              NodeMetrics.target(series.sample()), Double.POSITIVE_INFINITY))
              .toList();
      OptionalDouble oldest = asked.values().stream().mapToDouble(Double::doubleValue).min();
      return new Page(
          current.stream().map(Newest::sample).toList(),
          oldest.orElse(Double.NaN),
          oldest.isPresent()
              ? Math.max(0, now(answer).toEpochMilli() / 1e3 - oldest.getAsDouble())
              : 0,
          current.stream().mapToDouble(Newest::sinceSeconds).max().orElse(0));
    }

    /** The server's time, to which the times of its samples belong, in whole seconds. */
    private Instant now(HttpResponse<String> answer) {
      try {
        return answer
            .headers()
            .firstValue("Date")
            .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
            .map(ZonedDateTime::toInstant)
            .orElseGet(clock::now);
      } catch (DateTimeParseException e) {
        return clock.now();
      }
    }
  }
}
