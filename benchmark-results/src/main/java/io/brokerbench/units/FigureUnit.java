package io.brokerbench.units;

/** The unit of a figure of brokers and connections, which is the end of the figure's name. */
public enum FigureUnit {
  BYTES("Bytes"),
  MILLIS("Millis"),
  /** Messages, connections, or anything else that is counted. */
  COUNT("");

  private final String suffix;

  FigureUnit(String suffix) {
    this.suffix = suffix;
  }

  public static FigureUnit of(String figure) {
    return figure.endsWith(BYTES.suffix) ? BYTES : figure.endsWith(MILLIS.suffix) ? MILLIS : COUNT;
  }

  /** The name of a figure in this unit without the unit. */
  public String stem(String figure) {
    return figure.substring(0, figure.length() - suffix.length());
  }
}
