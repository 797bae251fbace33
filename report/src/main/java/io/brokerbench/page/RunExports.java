package io.brokerbench.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A run's files as other tools read them. */
public final class RunExports {

  private static final double NANOS_PER_MILLI = 1e6;

  private RunExports() {}

  /**
   * Percentile distributions of measured time, in milliseconds, as HdrHistogram's plotters read
   * them: texts by metric.
   *
   * @throws IOException if it is no result directory: one line
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
   * The result in the names and units of OpenMessaging Benchmark's result files.
   *
   * @throws IOException if it is no result directory with a whole {@code run.json}: one line
   */
  public static String openMessaging(Path directory) throws IOException {
    return OpenMessagingJson.of(directory);
  }
}
