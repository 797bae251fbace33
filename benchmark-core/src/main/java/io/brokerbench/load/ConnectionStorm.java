package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.Session;
import io.brokerbench.record.PhasedRecords.Records;
import io.brokerbench.results.Connections;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.ConnectionSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Clients that connect alongside the load, at intended times from the start of the measured time
 * on, until the load ends; then all connections are closed. An attempt never waits for those of
 * other clients. Controlled by one thread; the figures may be read by any thread.
 */
public final class ConnectionStorm implements AutoCloseable {

  /** Shorter than the time by which the start of the measured time is set ahead. */
  private static final long POLL_NANOS = 10_000_000;

  /** Maximum wait for attempts and closes in progress. */
  private static final long CLOSE_NANOS = 20_000_000_000L;

  private final ConnectionSettings settings;
  private final Session session;
  private final Clock clock;
  private final Timeline timeline;
  private final Records records;
  private final List<Client> clients;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(DaemonThreads.named("connection"));
  private final Thread dispatcher;
  private final FirstFailure failure = new FirstFailure();
  private final SortedMap<String, Long> failed = new TreeMap<>();

  /** Number of clients connected in each round, except in full ones. */
  private final Map<Long, Integer> connectedInRound = new HashMap<>();

  private long attempted;
  private long connected;
  private long fullRounds;
  private long longestRoundNanos;
  private volatile boolean closed;

  /** Opens nothing yet. */
  public ConnectionStorm(ConnectionSettings settings, Session session, Recording recording) {
    this.settings = settings;
    this.session = session;
    this.clock = recording.clock();
    this.timeline = recording.timeline();
    this.records = recording.records().of(Phase.MEASURED);
    this.clients = IntStream.range(0, settings.count()).mapToObj(Client::new).toList();
    this.dispatcher = new Thread(this::run, "connections");
    dispatcher.setDaemon(true);
  }

  /** Starts the clients, if there are any. */
  public void start() {
    if (settings.any()) {
      dispatcher.start();
    }
  }

  private void run() {
    try {
      while (timeline.measuredFromNanos() == Long.MAX_VALUE && !over()) {
        clock.park(POLL_NANOS);
      }
      if (timeline.measuredFromNanos() != Long.MAX_VALUE) {
        dispatch(timeline.measuredFromNanos());
      }
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
    clients.forEach(client -> client.then(client::close));
  }

  /** Starts attempts and closes at their intended times, until the load ends. */
  private void dispatch(long startNanos) {
    Pacer pacer = new Pacer(clock, 0, this::over);
    long attempts = 0;
    long closes = 0;
    while (true) {
      long attemptNanos = startNanos + settings.dueNanos(attempts);
      long closeNanos = startNanos + settings.dueNanos(closes) + settings.hold().toNanos();
      long nextNanos = Math.min(attemptNanos, closeNanos);
      pacer.awaitUntil(nextNanos);
      if (closed || timeline.stopped() || nextNanos >= timeline.endNanos()) {
        return;
      }
      if (nextNanos == attemptNanos) {
        attempt(attempts++, startNanos);
      } else {
        Client client = client(closes++);
        client.then(client::close);
      }
    }
  }

  private boolean over() {
    return closed || timeline.stopped() || clock.nanoTime() >= timeline.endNanos();
  }

  private Client client(long attempt) {
    return clients.get((int) (attempt % clients.size()));
  }

  private void attempt(long number, long startNanos) {
    synchronized (this) {
      attempted++;
    }
    Client client = client(number);
    client.then(() -> client.connect(number, startNanos));
  }

  /** Counts a connected client, and the round if that is complete. */
  private synchronized void connected(long number, long startNanos) {
    connected++;
    long round = number / clients.size();
    int inRound = connectedInRound.getOrDefault(round, 0) + 1;
    connectedInRound.put(round, inRound);
    if (inRound == clients.size()) {
      connectedInRound.remove(round);
      fullRounds++;
      long roundNanos = startNanos + settings.dueNanos(round * clients.size());
      longestRoundNanos = Math.max(longestRoundNanos, clock.nanoTime() - roundNanos);
    }
  }

  private synchronized void failed(String reason) {
    failed.merge(reason, 1L, Long::sum);
  }

  /** The outcomes so far; attempts in progress have none. Null if there are no clients. */
  public synchronized @Nullable Connections counts() {
    if (!settings.any()) {
      return null;
    }
    SortedMap<String, Long> reasons = new TreeMap<>(failed);
    long ended = connected + reasons.values().stream().mapToLong(Long::longValue).sum();
    if (attempted > ended) {
      reasons.put(LoadGenerator.NO_ANSWER, attempted - ended);
    }
    return new Connections(
        attempted,
        connected,
        reasons,
        fullRounds,
        fullRounds == 0 ? null : longestRoundNanos / 1e9);
  }

  /** Number of connections that are open, without those that were lost. */
  public int open() {
    return (int) clients.stream().filter(Client::isOpen).count();
  }

  /** Whether the load has ended, every attempt has its outcome, and all connections are closed. */
  public boolean settled() {
    return !dispatcher.isAlive() && clients.stream().allMatch(client -> client.last.isDone());
  }

  /** The first exception that escaped from a client; null if there is none. */
  public @Nullable Throwable failure() {
    return failure.get();
  }

  /** Closes all connections, and waits for that for a limited time. */
  @Override
  public void close() {
    closed = true;
    long deadline = clock.nanoTime() + CLOSE_NANOS;
    while (!settled() && clock.nanoTime() < deadline) {
      clock.park(POLL_NANOS);
    }
    threads.shutdownNow();
  }

  /** A client with at most one connection. Its steps are taken one after the other. */
  private final class Client {

    private final int index;
    private CompletableFuture<Void> last = CompletableFuture.allOf();
    private volatile @Nullable IdleConnection connection;

    Client(int index) {
      this.index = index;
    }

    /** Takes a step after all earlier ones; called by one thread. */
    void then(Runnable step) {
      last =
          last.thenRunAsync(
              () -> {
                try {
                  step.run();
                } catch (RuntimeException | Error e) {
                  failure.keep(e);
                }
              },
              threads);
    }

    void connect(long number, long startNanos) {
      try {
        IdleConnection opened = session.connect(index);
        connection = opened;
        long openedNanos = clock.nanoTime();
        long dueNanos = startNanos + settings.dueNanos(number);
        records.recorder(Metric.CONNECT).record(index, openedNanos - dueNanos);
        if (settings.subscribe()) {
          opened.subscribe();
          records.recorder(Metric.SUBSCRIBE).record(index, clock.nanoTime() - openedNanos);
        }
        connected(number, startNanos);
      } catch (ConnectionFailedException e) {
        failed(e.reason());
        close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failed("client-interrupted");
        close();
      }
    }

    boolean isOpen() {
      IdleConnection held = connection;
      return held != null && held.isOpen();
    }

    void close() {
      IdleConnection closing = connection;
      if (closing != null) {
        connection = null;
        closing.close();
      }
    }
  }
}
