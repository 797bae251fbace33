package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.brokerbench.units.Text;
import org.jspecify.annotations.Nullable;

/**
 * The promise of an acknowledgement, derived from the configuration that the brokers report; what
 * any acknowledgement means where they do not report it.
 *
 * @param acknowledged whether messages are acknowledged at all
 * @param onDisk whether a message is on the broker's disk when it is acknowledged
 * @param copies number of brokers that have the message when it is acknowledged
 * @param inProcessMemory whether a message is only in the memory of a broker's process when it is
 *     acknowledged, so that it is lost if the process is killed; null if the driver does not report
 *     it, and in files of older releases
 * @param exactlyOnce whether a duplicate delivery breaks the promise
 * @param atMostOnce whether the loss of an acknowledged message keeps the promise
 * @param text description in one line
 */
public record Promise(
    boolean acknowledged,
    boolean onDisk,
    int copies,
    @JsonInclude(Include.NON_NULL) @Nullable Boolean inProcessMemory,
    boolean exactlyOnce,
    boolean atMostOnce,
    String text) {

  /** The promise without its text, for comparisons. */
  public Level level() {
    return new Level(acknowledged, onDisk, copies, Boolean.TRUE.equals(inProcessMemory));
  }

  /**
   * Location of a message when it is acknowledged.
   *
   * @param inProcessMemory whether a message is known to be only in the memory of a broker's
   *     process
   */
  public record Level(boolean acknowledged, boolean onDisk, int copies, boolean inProcessMemory) {

    /** Description: {@code acknowledged from disk on 2 brokers}. */
    public String text() {
      return !acknowledged
          ? "not acknowledged"
          : Text.of(
              "acknowledged from %s on %d broker%s",
              onDisk ? "disk" : inProcessMemory ? "process memory" : "memory",
              copies,
              copies == 1 ? "" : "s");
    }
  }

  /** A promise of delivery at least once; what a kill of the process loses is not known. */
  public Promise(boolean acknowledged, boolean onDisk, int copies, String text) {
    this(acknowledged, onDisk, copies, null, false, false, text);
  }
}
