package io.brokerbench.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The results of a run in formats of other tools. */
public final class RunExports {

  private static final double NANOS_PER_MILLI = 1e6;

  private RunExports() {}

  /**
   * Percentile distributions of the measured time in milliseconds, in the format of HdrHistogram's
   * plotters: texts by metric.
   *
   * @throws IOException with a one-line message, if it is not a result directory
   */
  public static Map<String, String> percentiles(Path directory) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    RunFiles.read(directory)
        .latencies()
        .forEach(
            (metric, histogram) -> {
              ByteArrayOutputStream bytes = new ByteArrayOutputStream();
              histogram.outputPercentileDistribution(
                  new PrintStream(bytes, true, StandardCharsets.UTF_8), NANOS_PER_MILLI);
              texts.put(metric, bytes.toString(StandardCharsets.UTF_8));
            });
    return texts;
  }

  /**
   * The result with the names and units of OpenMessaging Benchmark's result files.
   *
   * @throws IOException with a one-line message, if it is not a result directory with a complete
   *     {@code run.json}
   */
  public static String openMessaging(Path directory) throws IOException {
    return OpenMessagingJson.of(directory);
  }
}
