package io.brokerbench.document;

import java.util.List;

/**
 * What is drawn in a chart.
 *
 * @param name of it in the legend
 * @param axis which of the y axes counts it, 0 or 1
 * @param points in rising order of x
 */
public record Series(String name, Kind kind, int axis, List<Point> points) {

  /** How it is drawn. */
  public enum Kind {
    LINE,
    BAR,
    /** Bars on top of those of other series of this kind. */
    STACK,
    POINT
  }

  /**
   * A value.
   *
   * @param y not a number where there is none: a line is interrupted there
   * @param low the lower end of its interval; y if it has none
   * @param high the upper end
   */
  public record Point(double x, double y, double low, double high) {

    /** A value without an interval. */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }
  }
}
