package io.brokerbench.document;

import java.util.List;

/**
 * A data series of a chart.
 *
 * @param name in the legend
 * @param axis index of its y axis, 0 or 1
 * @param points in ascending order of x
 */
public record Series(String name, Kind kind, int axis, List<Point> points) {

  /** Way to draw the series. */
  public enum Kind {
    LINE,
    /** A dashed line, for figures from elsewhere. */
    DASHED,
    /** A line in a band from the lower to the upper ends of its points. */
    RANGE,
    BAR,
    /** Bars stacked on those of other series of this kind. */
    STACK,
    POINT,
    /** Hollow points, for figures from elsewhere. */
    HOLLOW
  }

  /**
   * A value.
   *
   * @param y NaN for a gap, which interrupts a line
   * @param low lower end of its interval; y if it has none
   * @param high upper end of its interval; y if it has none
   */
  public record Point(double x, double y, double low, double high) {

    /** A value without an interval. */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }

    /** Whether there is no value, which interrupts a line. */
    public boolean gap() {
      return Double.isNaN(y);
    }
  }
}
