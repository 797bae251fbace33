package io.brokerbench.doctor;

/**
 * A property of this machine.
 *
 * @param concern why the value is a problem and what to do about it; empty if it is not
 */
public record Finding(String name, String value, String concern) {

  static final String UNKNOWN = "unknown";

  static Finding of(String name, String value) {
    return new Finding(name, value, "");
  }

  /** A finding that has the concern only if {@code reason} holds. */
  static Finding of(String name, String value, boolean reason, String concern) {
    return new Finding(name, value, reason ? concern : "");
  }
}
