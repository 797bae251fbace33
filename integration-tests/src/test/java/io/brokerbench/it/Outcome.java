package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The outcome of a benchmark process.
 *
 * @param exitCode exit code of the process
 * @param out standard output
 * @param err standard error
 * @param results directory of the result directories
 */
record Outcome(int exitCode, String out, String err, Path results) {

  Outcome endedWith(Integer... codes) {
    assertThat(exitCode).as("exit code of%n%s", this).isIn((Object[]) codes);
    return this;
  }

  /**
   * The result of a completed run. It may be suspect or invalid, because other load on the machine
   * can cause that.
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
