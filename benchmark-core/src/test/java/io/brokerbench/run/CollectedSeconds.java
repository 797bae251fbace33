package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.generator.LocalClients;
import io.brokerbench.generator.RunClients;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What a run does at the end of each second, for seconds that are shorter. */
final class CollectedSeconds implements AutoCloseable {

  private static final long SECOND_NANOS = 1_000_000_000;
  private static final Set<Metric> METRICS = Set.of(Metric.SERVICE, Metric.END_TO_END);

  private final PhasedRecords records;
  private final Session session;
  private final RunClients clients;
  private final IntervalCollector collector;
  private final RunDirectory directory;

  CollectedSeconds(Path parent, PhasedRecords records) throws IOException, BrokerException {
    this.records = records;
    Clock clock = Clock.system();
    Workload workload = TestWorkload.of();
    this.session = new MemoryBroker(clock, MemoryScript.honest()).session(workload);
    Timeline timeline = new Timeline(0);
    timeline.measure(0, Long.MAX_VALUE);
    Recording recording = Recording.of(records, timeline, clock, session);
    this.clients = new LocalClients(workload, Seat.WHOLE, 1, session, recording);
    this.collector =
        new IntervalCollector(
            workload, clients, new ResourceSampler(clock, List.of(), RemoteNodes.NONE));
    this.directory = RunDirectory.create(parent, "day", Instant.EPOCH, METRICS);
  }

  /** Ends a second in which so many messages were sent. */
  void second(int second, int messages) throws IOException {
    records.of(Phase.MEASURED).ledger().attempted(messages, true);
    records.of(Phase.MEASURED).ledger().ended(SendOutcome.ACKED, "OK", messages, true);
    for (Metric metric : METRICS) {
      for (int i = 1; i <= 100; i++) {
        records.of(Phase.MEASURED).recorder(metric).record(i, i * 10_000L * (second % 100 + 1));
      }
    }
    collector.cut(Phase.MEASURED, (second + 1) * SECOND_NANOS);
    directory.add(collector.collect().orElseThrow());
  }

  @Override
  public void close() throws IOException {
    directory.close();
    clients.close();
    session.close();
  }
}
