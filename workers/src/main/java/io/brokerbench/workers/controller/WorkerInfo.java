package io.brokerbench.workers.controller;

import io.brokerbench.results.workers.ClockCeilings;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Hello;

/**
 * A worker as it introduced itself.
 *
 * @param name unique on the controller
 * @param host address from which it connected
 * @param jdk version of its Java runtime
 * @param cores processors available to it
 * @param ceilings of its machine
 */
public record WorkerInfo(String name, String host, String jdk, int cores, ClockCeilings ceilings) {

  static WorkerInfo of(String name, String host, Hello hello) {
    return new WorkerInfo(
        name,
        host,
        hello.getJdk(),
        hello.getCores(),
        new ClockCeilings(hello.getTimerP99Nanos(), hello.getParkP99Nanos()));
  }

  /** For messages: "a at 10.0.0.5". */
  public String label() {
    return Text.of("%s at %s", name, host);
  }
}
