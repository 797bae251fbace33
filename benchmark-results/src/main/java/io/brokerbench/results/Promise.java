package io.brokerbench.results;

import io.brokerbench.units.Text;

/**
 * The promise of an acknowledgement, derived from the configuration that the brokers report; what
 * any acknowledgement means where they do not report it.
 *
 * @param acknowledged whether messages are acknowledged at all
 * @param onDisk whether a message is on the broker's disk when it is acknowledged
 * @param copies number of brokers that have the message when it is acknowledged
 * @param exactlyOnce whether a duplicate delivery breaks the promise
 * @param atMostOnce whether the loss of an acknowledged message keeps the promise
 * @param text description in one line
 */
public record Promise(
    boolean acknowledged,
    boolean onDisk,
    int copies,
    boolean exactlyOnce,
    boolean atMostOnce,
    String text) {

  /** The promise without its text, for comparisons. */
  public Level level() {
    return new Level(acknowledged, onDisk, copies);
  }

  /** Location of a message when it is acknowledged. */
  public record Level(boolean acknowledged, boolean onDisk, int copies) {

    /** Description: {@code acknowledged from disk on 2 brokers}. */
    public String text() {
      return !acknowledged
          ? "not acknowledged"
          : Text.of(
              "acknowledged %s on %d broker%s",
              onDisk ? "from disk" : "from memory", copies, copies == 1 ? "" : "s");
    }
  }

  /** A promise of delivery at least once. */
  public Promise(boolean acknowledged, boolean onDisk, int copies, String text) {
    this(acknowledged, onDisk, copies, false, false, text);
  }
}
