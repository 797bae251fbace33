package io.brokerbench.run;

import io.brokerbench.measurement.Interval;
import io.brokerbench.results.RunResult;
import java.nio.file.Path;

/** Receives the progress of a run, always in the thread that controls it. Must return quickly. */
public interface RunListener {

  /** A step before or after the load, in a few words. */
  default void step(String what) {}

  /**
   * The load begins.
   *
   * @param directory in which its files appear; it gets its final name at the end
   */
  default void begins(Path directory) {}

  /** Something that happened during the load and is to be seen afterwards too, in one line. */
  default void event(String what) {}

  /**
   * One second has passed.
   *
   * @param progress completed share of the run, from 0 to 1; negative if it has no known end
   * @param secondsLeft until the end of the measured time; negative if unknown
   */
  default void interval(Interval interval, double progress, double secondsLeft) {}

  /**
   * The run has ended and everything is written.
   *
   * @param result as in {@code run.json}, except that secrets are not hidden
   * @param directory of the result
   */
  default void ended(RunResult result, Path directory) {}
}
