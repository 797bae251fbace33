package io.brokerbench.workers.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.fault.FaultSettings;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.generator.Generators;
import io.brokerbench.generator.RunClients;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.controller.WorkerPool;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.RunOrder;
import io.brokerbench.workers.protocol.Span;
import io.brokerbench.workload.Output;
import io.brokerbench.workload.WorkerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The workers that have joined; each has a part of every run. */
record Workers(WorkerSettings wanted, WorkerPool pool, List<WorkerInfo> workers)
    implements Generators {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Settings that concern only this process. */
  static final Predicate<String> KEPT =
      key ->
          (key.startsWith("workers.") && !key.equals("workers.placement"))
              || Output.isKey(key)
              || FaultSettings.isKey(key)
              || key.startsWith("brokers.");

  /** Facts that are only for sessions that prepare a run: they read the brokers' counts. */
  private static final Set<String> COUNTS =
      Set.of("metricsAddresses", "managementAddresses", "jmxAddress");

  @Override
  public Seat preparation() {
    return Seat.PREPARATION;
  }

  @Override
  public void check() throws BrokerException {
    pool.check();
  }

  @Override
  public RunClients open(Order run) throws BrokerException, InterruptedException {
    List<Seat> seats = Seats.of(run.workload(), wanted, run.session().run(), names());
    run.progress().accept("starting the workers of this run");
    List<byte[]> orders = new ArrayList<>();
    for (Seat seat : seats) {
      orders.add(order(run, seat).toByteArray());
    }
    List<WorkerLink> links = pool.startRun(orders);
    List<RunningWorker> running =
        IntStream.range(0, links.size())
            .mapToObj(
                i ->
                    new RunningWorker(
                        workers.get(i), links.get(i), seats.get(i), run.clock(), run.progress()))
            .toList();
    return WorkerClients.open(run, running);
  }

  private List<String> names() {
    return workers.stream().map(WorkerInfo::name).toList();
  }

  /** What the worker of a seat does. */
  static RunOrder order(Order run, Seat seat) throws BrokerException {
    Map<String, String> settings = new TreeMap<>();
    run.settings().given().stream()
        .filter(KEPT.negate())
        .forEach(key -> settings.put(key, run.settings().value(key)));
    Map<String, Object> facts = new TreeMap<>(run.cluster().facts());
    facts.keySet().removeAll(COUNTS);
    try {
      return RunOrder.newBuilder()
          .putAllSettings(settings)
          .setNumber(run.number())
          .setRun(seat.run())
          .setClusterAddress(run.cluster().address())
          .setClusterFacts(MAPPER.writeValueAsString(facts))
          .setAuthority(run.cluster().authority().orElse(""))
          .setSenders(span(seat.senders()))
          .setClients(span(seat.clients()))
          .setKeepMessages(run.sent().isPresent())
          .build();
    } catch (JsonProcessingException e) {
      throw new BrokerException("the facts about the cluster cannot be sent", e);
    }
  }

  private static Span span(Seat.Span span) {
    return Span.newBuilder().setFrom(span.from()).setTo(span.to()).build();
  }

  @Override
  public void close() {
    close(wanted, pool);
  }

  /** Lets the workers go, or has them stay for the run of another process. */
  static void close(WorkerSettings wanted, WorkerPool pool) {
    pool.close(!wanted.local() && System.getenv(GeneratorPlan.STAY) != null);
  }
}
