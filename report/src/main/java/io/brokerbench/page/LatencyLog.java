package io.brokerbench.page;

import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** {@code latency.hlog}, interval by interval: all of them at once would not fit into memory. */
final class LatencyLog {

  private static final String WARMUP = "warmup.";
  private static final double MILLIS_PER_SECOND = 1e3;

  private LatencyLog() {}

  /** Sees the intervals of measured time in the order of the file. */
  @FunctionalInterface
  interface Visitor {
    void interval(String metric, double endSeconds, Histogram latencies);
  }

  /**
   * Reads a log to its end, or to where it is not whole.
   *
   * @return the end of the last interval that was read, if the log is not whole; else not a number
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
          // It fails in several ways on half a line.
          return end;
        }
        if (next == null) {
          return Double.NaN;
        }
        end = next.getEndTimeStamp() / MILLIS_PER_SECOND - reader.getStartTimeSec();
        String tag = String.valueOf(next.getTag());
        if (!tag.startsWith(WARMUP) && next instanceof Histogram histogram) {
          visitor.interval(tag, end, histogram);
        }
      }
    }
  }
}
