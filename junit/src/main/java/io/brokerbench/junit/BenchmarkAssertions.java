package io.brokerbench.junit;

import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;

/** Entry points of the assertions, for static imports. */
public final class BenchmarkAssertions {

  private BenchmarkAssertions() {}

  /** Assertions on a run. */
  public static RunAssert assertThatRun(StoredRun run) {
    return new RunAssert(run);
  }

  /** Assertions on repeated runs. */
  public static RunsAssert assertThatRuns(RunSet runs) {
    return new RunsAssert(runs);
  }
}
