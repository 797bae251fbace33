package io.brokerbench.run;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A signal that may end a run early, and the step it interrupted. The first reason counts. For one
 * thread; the signal may come from any.
 */
final class Interruption {

  private final BooleanSupplier signal;
  private boolean seen;
  private String reason = "";

  Interruption(BooleanSupplier signal) {
    this.signal = signal;
  }

  boolean came() {
    return signal.getAsBoolean();
  }

  /**
   * Whether a signal came. The first call that detects it records that it cut the run short here.
   *
   * @param where continues the sentence "cut short by a signal"
   */
  boolean cameAt(Supplier<String> where) {
    if (came() && !seen) {
      seen = true;
      cut(where.get());
    }
    return seen;
  }

  /** Notes that a signal is the planned end of the load. */
  void endsTheLoad() {
    seen = true;
  }

  /** Notes that the run did not wait for something because of the signal. */
  void cut(String where) {
    if (reason.isEmpty()) {
      reason = "cut short by a signal " + where;
    }
  }

  /** Description of what was cut short; empty if nothing was. */
  String reason() {
    return reason;
  }
}
