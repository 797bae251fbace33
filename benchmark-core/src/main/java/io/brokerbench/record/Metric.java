package io.brokerbench.record;

/** A latency, in nanoseconds. */
public enum Metric {
  /** From the intended time to the call of send: what the generator was late. Open loop only. */
  LAG("lag"),
  /** From the call of send to its outcome. */
  SERVICE("service"),
  /** From the intended time to the outcome: what a user waits. Open loop only. */
  RESPONSE("response");

  private final String label;

  Metric(String label) {
    this.label = label;
  }

  /** Its name in files and on the console. */
  public String label() {
    return label;
  }
}
