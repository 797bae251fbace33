package io.brokerbench.generator;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.Workload;
import java.util.Optional;
import java.util.function.Consumer;

/** Processes that generate the load of one run after the other. For one thread. */
public interface Generators extends AutoCloseable {

  /**
   * A run whose load is to be generated.
   *
   * @param settings all effective settings
   * @param number in the headers of its messages
   * @param session that prepared the run, with the seat of {@link #preparation}
   * @param store for the books, which are read before it is closed
   * @param sent to keep times and outcome of each message; empty unless the run needs them
   * @param progress receives a short line for each step
   */
  record Order(
      Workload workload,
      SettingsInForce settings,
      int number,
      Cluster cluster,
      Session session,
      PageStore store,
      Clock clock,
      Optional<SentMessages> sent,
      Consumer<String> progress) {}

  /** This process as the only generator. */
  Generators LOCAL =
      new Generators() {
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
      };

  /** The seat of the session that prepares a run in this process. */
  Seat preparation();

  /**
   * Checks that no process was lost in the runs so far; another one cannot take its place.
   *
   * @throws BrokerException if one was
   */
  default void check() throws BrokerException {}

  /**
   * Opens the senders and consumers of a run.
   *
   * @throws BrokerException if a producer cannot be opened
   */
  RunClients open(Order run) throws BrokerException, InterruptedException;

  /** Ends the processes, if they were started for this. */
  @Override
  void close();
}
