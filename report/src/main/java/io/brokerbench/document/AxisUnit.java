package io.brokerbench.document;

/** Unit of values that are shown; on an axis, charts.js formats each in its own way. */
public enum AxisUnit {
  /** A dimensionless number with 1 as reference. */
  RATIO,
  /** Messages, or other countable items. */
  COUNT,
  PER_SECOND,
  NANOS,
  BYTES,
  BYTES_PER_SECOND,
  MILLIS,
  SECONDS,
  /** A point in time: milliseconds since 1970, shown in UTC. */
  INSTANT,
  /** Processors. */
  CORES,
  /** From 0 to 1. */
  SHARE,
  /**
   * A percentile p as 1 / (1 - p), so that 90 %, 99 %, 99.9 % are equidistant on a logarithmic
   * axis.
   */
  PERCENTILE,
  /** Named positions along the axis. */
  CATEGORY;

  /**
   * The unit of a figure of brokers and connections, which is the end of its name: {@code
   * memoryBytes}. Without one, anything is counted.
   */
  public static AxisUnit ofFigure(String name) {
    return name.endsWith("Bytes") ? BYTES : name.endsWith("Millis") ? MILLIS : COUNT;
  }
}
