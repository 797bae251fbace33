package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How a benchmark ended.
 *
 * @param exitCode of its process
 * @param out its standard output
 * @param err its standard error
 * @param results where its result directories are
 */
record Outcome(int exitCode, String out, String err, Path results) {

  Outcome endedWith(Integer... codes) {
    assertThat(exitCode).as("exit code of%n%s", this).isIn((Object[]) codes);
    return this;
  }

  /**
   * The result of a run that measured. Neighbours of this machine may have made it suspect or
   * invalid: tests do not ask.
   */
  ResultDirectory measured() {
    endedWith(0, 4);
    return result();
  }

  /** The only result directory. */
  ResultDirectory result() {
    List<ResultDirectory> all = ResultDirectory.in(results);
    assertThat(all).as("results of%n%s", this).hasSize(1);
    return all.get(0);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "exit code %d%nstdout:%n%s%nstderr:%n%s", exitCode, out, err);
  }
}
