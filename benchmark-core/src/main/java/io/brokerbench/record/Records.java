package io.brokerbench.record;

/** The counts and latencies of one phase. Thread-safe. */
public final class Records {

  private final Ledger ledger = new Ledger();
  private final LatencyRecorder lag = new LatencyRecorder();
  private final LatencyRecorder service = new LatencyRecorder();
  private final LatencyRecorder response = new LatencyRecorder();

  public Ledger ledger() {
    return ledger;
  }

  public LatencyRecorder recorder(Metric metric) {
    return switch (metric) {
      case LAG -> lag;
      case SERVICE -> service;
      case RESPONSE -> response;
    };
  }

  /** Latencies that were negative or above an hour. */
  public long outOfRange() {
    return lag.outOfRange() + service.outOfRange() + response.outOfRange();
  }
}
