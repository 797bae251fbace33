package io.brokerbench.run;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The signal that may end a run before everything it waits for has ended, and where it did. The
 * first reason stands. For one thread; the signal may come from any.
 */
final class Interruption {

  private final BooleanSupplier signal;
  private boolean seen;
  private String reason = "";

  /** Nothing has been cut short so far. */
  Interruption(BooleanSupplier signal) {
    this.signal = signal;
  }

  /** Whether a signal came. */
  boolean came() {
    return signal.getAsBoolean();
  }

  /**
   * Whether a signal came. If this is the first look that finds it, it cut the run short here.
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

  /** A signal is the planned end of the load. */
  void endsTheLoad() {
    seen = true;
  }

  /** Something was not waited for because of the signal. */
  void cut(String where) {
    if (reason.isEmpty()) {
      reason = "cut short by a signal " + where;
    }
  }

  /** What was cut short; empty if nothing was. */
  String reason() {
    return reason;
  }
}
