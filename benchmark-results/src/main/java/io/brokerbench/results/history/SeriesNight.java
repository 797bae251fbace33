package io.brokerbench.results.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a night in one series of comparable nights: a file of the history. It never
 * changes.
 *
 * @param schemaVersion of the file
 * @param night start of the first run of the night
 * @param series fingerprint of what comparable nights share: tool, settings other than defaults,
 *     promise, hardware and JVM; hexadecimal digits
 * @param cell name for display
 * @param control whether the runs measured the machine rather than a broker
 * @param results name of the directory of the night's results; null if there is none
 * @param facts what may change from night to night and explain a change, such as releases and the
 *     kernel, by name
 * @param figures by key; without those that are unknown
 */
public record SeriesNight(
    int schemaVersion,
    Instant night,
    String series,
    String cell,
    boolean control,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String results,
    SortedMap<String, String> facts,
    SortedMap<String, NightFigure> figures) {

  /** Version of the files that this release writes. */
  public static final int SCHEMA_VERSION = 1;

  /** The same night in another series. */
  public SeriesNight in(String other) {
    return new SeriesNight(schemaVersion, night, other, cell, control, results, facts, figures);
  }

  /**
   * A figure of a night.
   *
   * @param label the metric that the figure is, such as {@code service p99}
   * @param runs number of usable runs, at least 1
   * @param mean geometric mean of the runs, in the figure's unit, above 0
   * @param varianceLog variance of the natural logarithms of the runs; null with one run
   * @param unit of a figure that another tool measured, such as {@code ns/op}; null for one of
   *     brokerbench, whose unit is that of the figure
   */
  public record NightFigure(
      String label,
      int runs,
      double mean,
      @Nullable Double varianceLog,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String unit) {

    /** Refuses what no night can have. */
    public NightFigure {
      if (runs < 1 || !(mean > 0) || Double.isInfinite(mean)) {
        throw new IllegalArgumentException("must be of a run, above zero and finite");
      }
    }
  }
}
