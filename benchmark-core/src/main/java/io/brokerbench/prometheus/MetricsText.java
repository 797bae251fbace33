package io.brokerbench.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the text format in which exporters show their metrics. */
public final class MetricsText {

  /** A metric name, optional labels, a number, and an optional timestamp. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? +([-+]?[0-9][-+0-9.eE]*)(?: +\\d+)? *$");

  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  private MetricsText() {}

  /** All samples in their order; ignores values that are not finite numbers. */
  public static List<MetricSample> parse(String text) {
    List<MetricSample> samples = new ArrayList<>();
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      samples.add(
          new MetricSample(
              sample.group(1), labels(sample.group(2)), Double.parseDouble(sample.group(3))));
    }
    return samples;
  }

  private static Map<String, String> labels(@Nullable String text) {
    Map<String, String> labels = new HashMap<>();
    if (text != null) {
      Matcher label = LABEL.matcher(text);
      while (label.find()) {
        labels.put(label.group(1), unescaped(label.group(2)));
      }
    }
    return labels;
  }

  private static String unescaped(String value) {
    return value.indexOf('\\') < 0
        ? value
        : value.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
  }

  /** Values by name of the metric, summed over all labels. */
  public static Map<String, Double> sums(String text) {
    Map<String, Double> sums = new HashMap<>();
    parse(text).forEach(sample -> sums.merge(sample.name(), sample.value(), Double::sum));
    return sums;
  }
}
