package io.brokerbench.workers.controller;

import com.google.protobuf.ByteString;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.StreamLink;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.ToWorker;
import io.brokerbench.workers.protocol.Welcome;
import io.brokerbench.workers.protocol.WorkerProtocol;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The start of a run: the JVM of each worker connects, or one of them fails. Thread-safe. */
final class RunStart {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration LIMIT_PER_WORKER = Duration.ofSeconds(2);

  private final String run;
  private final List<RegisteredWorker> workers;
  private final List<ByteString> orders;

  /** By the positions of their workers. */
  private final SortedMap<Integer, StreamLink<ToWorker>> links = new TreeMap<>();

  /** Empty if all have connected, otherwise the reason of the failure. */
  private final CompletableFuture<String> end = new CompletableFuture<>();

  /**
   * Prepares a start.
   *
   * @param run secret that the JVMs present
   * @param orders what each worker does, in the order of {@code workers}
   */
  RunStart(String run, List<RegisteredWorker> workers, List<byte[]> orders) {
    this.run = run;
    this.workers = workers;
    this.orders = orders.stream().map(WorkerProtocol::payload).toList();
  }

  /**
   * Has all workers start their JVMs and waits for these.
   *
   * @return the links in the order of the workers
   * @throws BrokerException if a JVM does not start or does not connect; the others end
   */
  List<WorkerLink> await() throws BrokerException, InterruptedException {
    workers.forEach(worker -> worker.startRun(run));
    String failure = "interrupted";
    Duration limit = limit(workers.size());
    try {
      failure = end.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      failure = Text.of("%s: no JVM connected within %d s", missing(), limit.toSeconds());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      if (!failure.isEmpty()) {
        // First, so that a JVM which connects from now on ends as well.
        boolean unused = end.complete(failure);
        links().forEach(WorkerLink::close);
      }
    }
    if (!failure.isEmpty()) {
      throw new BrokerException(failure);
    }
    return links();
  }

  /** Time until all JVMs have connected; these may share the processors of one machine. */
  static Duration limit(int workers) {
    return LIMIT.plus(LIMIT_PER_WORKER.multipliedBy(workers));
  }

  /** The JVM of a run connects. */
  synchronized Peer connect(Hello hello, Outbound<ToWorker> out) throws RefusedException {
    int position =
        workers.stream().map(worker -> worker.info().name()).toList().indexOf(hello.getName());
    if (!is(hello.getRun()) || end.isDone() || position < 0 || links.containsKey(position)) {
      throw new RefusedException("the run of this connection is not starting");
    }
    StreamLink<ToWorker> link =
        new StreamLink<>(
            workers.get(position).info().label(),
            out,
            payload -> ToWorker.newBuilder().setPayload(payload).build());
    out.send(
        ToWorker.newBuilder()
            .setWelcome(
                Welcome.newBuilder().setName(hello.getName()).setOrder(orders.get(position)))
            .build());
    return new RunConnection(link, () -> connected(position, link));
  }

  private synchronized void connected(int position, StreamLink<ToWorker> link) {
    if (end.isDone() || links.putIfAbsent(position, link) != null) {
      link.close();
    } else if (links.size() == workers.size()) {
      end.complete("");
    }
  }

  /** Whether this is the start of a run. */
  boolean is(String other) {
    return run.equals(other);
  }

  /** A worker cannot start its JVM, or this one ended early. */
  void failed(RegisteredWorker worker, String reason) {
    boolean unused =
        end.complete(Text.of("%s: the run did not start: %s", worker.info().label(), reason));
  }

  private synchronized List<WorkerLink> links() {
    return List.copyOf(links.values());
  }

  private synchronized String missing() {
    return IntStream.range(0, workers.size())
        .filter(i -> !links.containsKey(i))
        .mapToObj(i -> workers.get(i).info().label())
        .collect(Collectors.joining(", "));
  }

  /**
   * The JVM of a run.
   *
   * @param link what the run has of it
   * @param onConfirmed runs when it has read its welcome
   */
  private record RunConnection(StreamLink<ToWorker> link, Runnable onConfirmed) implements Peer {

    @Override
    public void confirmed() {
      onConfirmed.run();
    }

    @Override
    public void received(FromWorker message) {
      switch (message.getContentCase()) {
        case PAYLOAD -> link.received(message.getPayload());
        case RUN_ENDED -> ended(message.getRunEnded().getFailure());
        default -> {
          // A message of a worker without a run.
        }
      }
    }

    private void ended(String failure) {
      if (failure.isEmpty()) {
        link.ended();
      } else {
        link.lost(failure);
      }
    }

    @Override
    public void silent() {
      link.silent();
    }

    @Override
    public void lost(String reason) {
      link.lost(reason);
    }
  }
}
