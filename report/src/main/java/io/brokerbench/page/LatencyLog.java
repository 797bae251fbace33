package io.brokerbench.page;

import io.brokerbench.results.tables.LatencyTag;
import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Reads {@code latency.hlog} interval by interval: all intervals at once would not fit into memory.
 */
final class LatencyLog {

  private static final double MILLIS_PER_SECOND = 1e3;

  private LatencyLog() {}

  /** Receives the intervals of the measured time in file order. */
  @FunctionalInterface
  interface Visitor {
    void interval(String metric, double endSeconds, Histogram latencies);
  }

  /**
   * Reads a log to its end, or to its first incomplete line.
   *
   * @return the end of the last interval read if the log is incomplete, else NaN
   * @throws IOException if it cannot be opened
   */
  static double read(Path file, Visitor visitor) throws IOException {
    double end = 0;
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (true) {
        EncodableHistogram next;
        try {
          next = reader.nextIntervalHistogram();
        } catch (RuntimeException e) {
          // The reader throws various exceptions on an incomplete line.
          return end;
        }
        if (next == null) {
          return Double.NaN;
        }
        end = next.getEndTimeStamp() / MILLIS_PER_SECOND - reader.getStartTimeSec();
        String tag = String.valueOf(next.getTag());
        if (!LatencyTag.isWarmup(tag) && next instanceof Histogram histogram) {
          visitor.interval(tag, end, histogram);
        }
      }
    }
  }
}
