package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A requirement and what was measured. Bound and measured value are in nanoseconds, messages per
 * second, a share from 0 to 1, or messages.
 *
 * @param key the required figure, named as in the settings: {@code response-p99}
 * @param outcome whether it was met
 * @param bound worst value that is good enough
 * @param measured measured value; null if it is unknown
 * @param node the node that has the value; null if the figure is that of no node, or of the machine
 *     that all nodes share
 * @param text description in one line
 */
public record Requirement(
    String key,
    Outcome outcome,
    double bound,
    @Nullable Double measured,
    @JsonInclude(Include.NON_NULL) @Nullable String node,
    String text) {

  /** Outcome of a requirement. */
  public enum Outcome {
    /** The measured value is good enough. */
    @JsonProperty("met")
    MET,
    /** The measured value is not good enough. */
    @JsonProperty("missed")
    MISSED,
    /** Nothing was measured, which counts as missed. */
    @JsonProperty("unknown")
    UNKNOWN
  }

  /** Whether it was not met. */
  public boolean failed() {
    return outcome != Outcome.MET;
  }
}
