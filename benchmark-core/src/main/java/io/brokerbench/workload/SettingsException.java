package io.brokerbench.workload;

import java.util.List;

/** Invalid settings; contains every problem found, one line each. */
public final class SettingsException extends Exception {

  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /** Creates an exception with these problems; secrets in them are hidden. */
  public SettingsException(List<String> problems) {
    super(Secrets.text(String.join("\n", problems)));
    this.problems = problems.stream().map(Secrets::text).toList();
  }

  /** At least one line: where the value came from, the key, the value, and what is allowed. */
  public List<String> problems() {
    return problems;
  }
}
