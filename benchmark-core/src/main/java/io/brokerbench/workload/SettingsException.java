package io.brokerbench.workload;

import java.util.List;

/** The settings cannot be run; carries every problem found, one line each. */
public final class SettingsException extends Exception {

  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  public SettingsException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** At least one line: where the value came from, the key, the value, and what is allowed. */
  public List<String> problems() {
    return problems;
  }
}
