package io.brokerbench.prometheus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the text format in which exporters show their metrics. */
public final class MetricsText {

  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?");
  private static final int LONGEST_NUMBER = 400;

  private final String text;
  private final int end;
  private int at;

  /** A line of a page, without its end. */
  private MetricsText(String text, int from, int end) {
    this.text = text;
    this.at = from;
    this.end = end;
  }

  /**
   * All samples in their order. Lines without the name of a metric are ignored; a line with one
   * that cannot be read is a sample without a number.
   *
   * @throws IOException with the reason if this is no whole page of metrics
   */
  public static List<MetricSample> parse(String page) throws IOException {
    refuseMarkup(page);
    if (!page.isEmpty() && page.charAt(page.length() - 1) != '\n') {
      throw new IOException("the answer ends in the middle of a line");
    }
    List<MetricSample> samples = new ArrayList<>();
    int from = 0;
    while (from < page.length()) {
      int end = page.indexOf('\n', from);
      MetricSample sample = new MetricsText(page, from, end).sample();
      if (sample != null) {
        samples.add(sample);
      }
      from = end + 1;
    }
    return samples;
  }

  /**
   * Refuses pages for people, such as that of a login.
   *
   * @throws IOException if this is one
   */
  static void refuseMarkup(String page) throws IOException {
    if (page.stripLeading().startsWith("<")) {
      throw new IOException("the answer is HTML or XML, not metrics");
    }
  }

  /** The number in the notation of Prometheus; NaN if it is not a finite one. */
  static double number(String text) {
    if (text.length() > LONGEST_NUMBER || !NUMBER.matcher(text).matches()) {
      return Double.NaN;
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private @Nullable MetricSample sample() {
    blanks();
    String name = name(true);
    if (name.isEmpty()) {
      return null;
    }
    blanks();
    Map<String, String> labels = new HashMap<>();
    if (next('{') && !labels(labels)) {
      return new MetricSample(name, Map.of(), Double.NaN);
    }
    blanks();
    int from = at;
    while (at < end && !isBlank(text.charAt(at))) {
      at++;
    }
    return new MetricSample(name, labels, number(text.substring(from, at)));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private void blanks() {
    while (at < end && isBlank(text.charAt(at))) {
      at++;
    }
  }

  private boolean next(char expected) {
    boolean found = at < end && text.charAt(at) == expected;
    at += found ? 1 : 0;
    return found;
  }

  private String name(boolean ofMetric) {
    int from = at;
    while (at < end && isNamePart(text.charAt(at), at > from, ofMetric)) {
      at++;
    }
    return text.substring(from, at);
  }

  private static boolean isNamePart(char c, boolean later, boolean ofMetric) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || (c == ':' && ofMetric)
        || (later && c >= '0' && c <= '9');
  }

  /** Reads what follows the opening brace; false if it cannot be read. */
  private boolean labels(Map<String, String> labels) {
    blanks();
    while (!next('}')) {
      String name = name(false);
      blanks();
      boolean read = !name.isEmpty() && next('=');
      blanks();
      String value = read && next('"') ? quoted() : null;
      if (value == null || labels.put(name, value) != null) {
        return false;
      }
      blanks();
      boolean more = next(',');
      blanks();
      if (!more && (at >= end || text.charAt(at) != '}')) {
        return false;
      }
    }
    return true;
  }

  /** Reads up to the closing quotation mark; null if there is none. */
  private @Nullable String quoted() {
    StringBuilder value = new StringBuilder();
    while (at < end) {
      char c = text.charAt(at++);
      if (c == '"') {
        return value.toString();
      }
      if (c == '\\' && at < end) {
        char escaped = text.charAt(at++);
        value.append(escaped == 'n' ? '\n' : escaped);
      } else {
        value.append(c);
      }
    }
    return null;
  }

  /**
   * Values by name of the metric, summed over all labels; without a metric of which any value is no
   * number.
   *
   * @throws IOException with the reason if this is no whole page of metrics
   */
  public static Map<String, Double> sums(String page) throws IOException {
    Map<String, Double> sums = new HashMap<>();
    parse(page).forEach(sample -> sums.merge(sample.name(), sample.value(), Double::sum));
    sums.values().removeIf(sum -> !Double.isFinite(sum));
    return sums;
  }
}
