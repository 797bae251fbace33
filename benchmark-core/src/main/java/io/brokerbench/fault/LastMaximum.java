package io.brokerbench.fault;

/**
 * The moment at which a step function, 0 at first, leaves its maximum for the last time. Not
 * thread-safe.
 */
final class LastMaximum {

  private long tick;
  private long value;
  private long maximum;
  private boolean atMaximum;
  private long leftTick;

  LastMaximum(long startTick) {
    this.tick = startTick;
    this.leftTick = startTick;
  }

  /** Changes the value at a tick, which is not less than that of the change before. */
  void add(long atTick, long change) {
    if (atTick != tick) {
      passTick(atTick);
    }
    value += change;
  }

  /** All changes of the current tick are known. */
  private void passTick(long next) {
    if (value > 0 && value >= maximum) {
      maximum = value;
      atMaximum = true;
    } else if (atMaximum) {
      atMaximum = false;
      leftTick = tick;
    }
    tick = next;
  }

  /**
   * The moment; the start if the value was never above 0, and {@link Long#MAX_VALUE} if it is at
   * its maximum now.
   */
  long leftTick() {
    passTick(tick);
    return atMaximum ? Long.MAX_VALUE : leftTick;
  }
}
