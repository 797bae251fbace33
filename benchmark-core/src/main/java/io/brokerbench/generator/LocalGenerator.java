package io.brokerbench.generator;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.PhasedRecords;

/** This process as the only generator. */
enum LocalGenerator implements Generators {
  INSTANCE;

  @Override
  public Seat preparation() {
    return Seat.WHOLE;
  }

  @Override
  public RunClients open(Order run) throws BrokerException {
    Recording recording =
        Recording.of(
            new PhasedRecords(run.store()),
            new Timeline(run.clock().nanoTime()),
            run.clock(),
            run.session());
    return new LocalClients(
        run.workload(),
        Seat.WHOLE,
        run.number(),
        run.session(),
        run.sent().map(recording::keeping).orElse(recording));
  }

  @Override
  public void close() {}
}
