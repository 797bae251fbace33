package io.brokerbench.results;

import io.brokerbench.units.Text;

/**
 * The phases of a run, in order. A message belongs to one of the first two, by its intended time;
 * an interval belongs to the phase in which it started.
 */
public enum Phase {
  /** Before the measured time; recorded and kept, but not part of the figures. */
  WARMUP,
  /** The measured time. */
  MEASURED,
  /** After the end of the load, until every send has its outcome. */
  SETTLING,
  /** After the settling, until consumers have received their messages. */
  DRAIN;

  /** Name in files. */
  public String label() {
    return Text.notation(this);
  }

  /** Whether messages are due in this phase. */
  public boolean underLoad() {
    return this == WARMUP || this == MEASURED;
  }
}
