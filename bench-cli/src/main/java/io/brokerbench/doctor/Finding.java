package io.brokerbench.doctor;

/**
 * What was found of this machine.
 *
 * @param name what was looked at
 * @param value what it is
 * @param concern why that is a pity and what to do; empty if it is not
 */
public record Finding(String name, String value, String concern) {

  static final String UNKNOWN = "not told";

  static Finding of(String name, String value) {
    return new Finding(name, value, "");
  }

  /** With the concern only if there is reason for it. */
  static Finding of(String name, String value, boolean reason, String concern) {
    return new Finding(name, value, reason ? concern : "");
  }
}
