package io.brokerbench.prometheus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses the answer of a Prometheus server to a query for samples of a range of time. */
public final class MatrixAnswer {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "__name__";
  private static final int LONGEST_REASON = 200;

  private MatrixAnswer() {}

  /**
   * The newest sample of a series.
   *
   * @param sample with its labels
   * @param seconds time of the sample, by the server's clock
   * @param sinceSeconds time since the sample before it; 0 if there is none
   */
  public record Newest(MetricSample sample, double seconds, double sinceSeconds) {}

  /**
   * The newest samples of all series.
   *
   * @throws IOException with the reason if this is no such answer
   */
  public static List<Newest> parse(String body) throws IOException {
    MetricsText.refuseMarkup(body);
    JsonNode answer;
    try {
      answer = JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IOException("the answer is not that of a Prometheus server: no JSON", e);
    }
    if (answer.path("status").asText().equals("error")) {
      throw new IOException(error(answer));
    }
    JsonNode data = answer.path("data");
    String type = data.path("resultType").asText();
    if (!type.equals("matrix") || !data.path("result").isArray()) {
      throw new IOException(
          type.isEmpty() || type.equals("matrix")
              ? "the answer is not that of a Prometheus server: no result"
              : Text.of("the server answered with a %s instead of a matrix", shortened(type)));
    }
    List<Newest> series = new ArrayList<>();
    for (JsonNode each : data.path("result")) {
      series.add(newest(each));
    }
    return series;
  }

  /** The reason in an answer that is an error; empty if this is none. */
  public static String reason(String body) {
    try {
      JsonNode answer = JSON.readTree(body);
      return answer.path("status").asText().equals("error") ? error(answer) : "";
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  private static String error(JsonNode answer) {
    return Text.of("the server refused the query: %s", shortened(answer.path("error").asText()));
  }

  /** The text as a part of one line. */
  private static String shortened(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "..." : line;
  }

  private static Newest newest(JsonNode series) throws IOException {
    Map<String, String> labels = new HashMap<>();
    for (Map.Entry<String, JsonNode> label : series.path("metric").properties()) {
      labels.put(label.getKey(), label.getValue().asText());
    }
    String name = labels.getOrDefault(NAME, "");
    labels.remove(NAME);
    JsonNode values = series.path("values");
    JsonNode last = values.path(values.size() - 1);
    double seconds = last.path(0).isNumber() ? last.path(0).asDouble() : Double.NaN;
    if (name.isEmpty() || !Double.isFinite(seconds) || !last.path(1).isTextual()) {
      throw new IOException(
          Text.of("the server answered with a series without a sample: %s", shortened(name)));
    }
    JsonNode before = values.path(values.size() - 2).path(0);
    return new Newest(
        new MetricSample(name, labels, MetricsText.number(last.path(1).asText())),
        seconds,
        before.isNumber() ? Math.max(0, seconds - before.asDouble()) : 0);
  }
}
