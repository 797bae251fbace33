package io.brokerbench.run;

import io.brokerbench.result.Interval;
import io.brokerbench.result.RunResult;
import io.brokerbench.result.Verdict;
import java.nio.file.Path;

/** Is told how a run goes on; always by the thread that conducts it. Must be quick. */
public interface RunListener {

  /** A step before or after the load, in a few words. */
  default void step(String what) {}

  /**
   * A second has passed.
   *
   * @param progress share of the run that is over, from 0 to 1; negative if it has no known end
   * @param secondsLeft until the end of the measured time; negative if not known
   */
  default void interval(Interval interval, double progress, double secondsLeft) {}

  /** The run has ended and everything is written. */
  default void ended(RunResult result, Verdict verdict, Path directory) {}
}
