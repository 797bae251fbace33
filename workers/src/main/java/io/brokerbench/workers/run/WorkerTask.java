package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.RunOrder;
import io.brokerbench.workers.worker.RunTask;

/** Generates the part of a run's load that the controller gives to this worker. */
public final class WorkerTask implements RunTask {

  @Override
  public void run(byte[] order, WorkerLink link) throws Exception {
    new WorkerRun(RunOrder.parseFrom(order), link, Clock.system(), ClockStamp.ownId()).run();
  }
}
