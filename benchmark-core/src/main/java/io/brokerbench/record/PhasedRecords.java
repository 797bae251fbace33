package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The records of a run by phase. Thread-safe. */
public final class PhasedRecords {

  /** The counts and latencies of one phase. Thread-safe. */
  public static final class Records {

    private final Ledger ledger = new Ledger();
    private final Map<Metric, LatencyRecorder> recorders = new EnumMap<>(Metric.class);

    Records() {
      for (Metric metric : Metric.values()) {
        recorders.put(metric, new LatencyRecorder());
      }
    }

    public Ledger ledger() {
      return ledger;
    }

    public LatencyRecorder recorder(Metric metric) {
      return Objects.requireNonNull(recorders.get(metric));
    }

    /** Latencies that were negative or above an hour. */
    public long outOfRange() {
      return recorders.values().stream().mapToLong(LatencyRecorder::outOfRange).sum();
    }
  }

  private final Records warmup = new Records();
  private final Records measured = new Records();
  private final SendBook sends;

  /** Creates records without messages, whose books keep their pages in a store. */
  public PhasedRecords(PageStore store) {
    this.sends = new SendBook(store);
  }

  /** The records of messages due in a phase: none is due after the measured time. */
  public Records of(Phase phase) {
    return switch (phase) {
      case WARMUP -> warmup;
      case MEASURED -> measured;
      case SETTLING, DRAIN -> throw new IllegalArgumentException("no message is due in " + phase);
    };
  }

  /** Counts of both phases together. */
  public Ledger.Counts counts() {
    return warmup.ledger().counts().plus(measured.ledger().counts());
  }

  public SendBook sends() {
    return sends;
  }

  /** Messages of all phases that were passed to the client and have no outcome yet. */
  public long inFlight() {
    return warmup.ledger().counts().inFlight() + measured.ledger().counts().inFlight();
  }
}
