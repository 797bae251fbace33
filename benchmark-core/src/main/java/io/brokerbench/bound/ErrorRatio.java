package io.brokerbench.bound;

import io.brokerbench.results.Audit;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import java.util.OptionalDouble;

/** The share of the sends of a run that failed. */
public final class ErrorRatio {

  private ErrorRatio() {}

  /**
   * The share of failed sends, 0 to 1; empty if nothing was sent. Messages sent one way are not
   * acknowledged; they count as errors if the brokers lack them.
   */
  public static OptionalDouble of(RunResult run) {
    Sends sends = run.sends();
    if (sends.attempted() == 0) {
      return OptionalDouble.empty();
    }
    long well = sends.acked() + sends.oneWay();
    return OptionalDouble.of(Math.max(1 - (double) well / sends.attempted(), missingOneWay(run)));
  }

  /**
   * The share of missing messages of the whole run, because the brokers' count covers the whole
   * run.
   */
  private static double missingOneWay(RunResult run) {
    Audit audit = run.audit();
    return "oneway".equals(run.settings().get("load.mode"))
            && audit.brokerCount() != null
            && audit.attempted() > 0
        ? Math.max(0, 1 - (double) audit.brokerCount() / audit.attempted())
        : 0;
  }
}
