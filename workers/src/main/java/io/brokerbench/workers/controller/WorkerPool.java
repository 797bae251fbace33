package io.brokerbench.workers.controller;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.record.RandomId;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.Threads;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.RunEnded;
import io.brokerbench.workers.protocol.ToWorker;
import io.brokerbench.workers.protocol.Welcome;
import io.brokerbench.workers.worker.LocalWorkers;
import io.brokerbench.workers.worker.RunTask;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a controller: it listens, waits for their registrations, starts one run after the
 * other on all of them, and lets them go when it is closed. Thread-safe.
 *
 * <p>A worker has a connection of its supervisor as long as it is registered, and one of a JVM for
 * each run. On both a message is answered every second, so that a frozen machine is noticed within
 * seconds; the end of a process is noticed at once.
 */
public final class WorkerPool implements AutoCloseable {

  private final int wanted;
  private final String pass;
  private final Clock clock;
  private final Consumer<String> console;
  private final Threads threads = new Threads();
  private final ControllerServer server;
  private final List<RegisteredWorker> workers = new ArrayList<>();

  /**
   * Registered, but not known to have read their welcome: they may have given up waiting for it.
   */
  private final List<RegisteredWorker> welcomed = new ArrayList<>();

  private boolean complete;
  private boolean closed;
  private @Nullable RunStart starting;
  private @Nullable String failure;
  private @Nullable LocalWorkers local;

  private WorkerPool(
      HostPort endpoint,
      Optional<Credentials> credentials,
      String pass,
      int wanted,
      Clock clock,
      Consumer<String> console)
      throws BadInputException {
    this.wanted = wanted;
    this.pass = pass;
    this.clock = clock;
    this.console = console;
    AcceptedConnections connections = new AcceptedConnections(credentials.isPresent(), console);
    Reception reception = new Reception(this, connections, clock, console);
    try {
      server = ControllerServer.start(endpoint, credentials, connections, reception, threads);
    } catch (BadInputException e) {
      threads.close();
      throw e;
    }
    reception.start(threads);
  }

  /**
   * Listens for workers on any machine, or only on this one if there are no credentials.
   *
   * @param clock judges silence and limits of waiting
   * @param console receives lines from any thread
   * @throws BadInputException if the address cannot be used, or needs credentials
   */
  public static WorkerPool listen(
      HostPort endpoint,
      Optional<Credentials> credentials,
      int workers,
      Clock clock,
      Consumer<String> console)
      throws BadInputException {
    Credentials.requireFor("--listen", endpoint, credentials);
    WorkerPool pool = new WorkerPool(endpoint, credentials, "", workers, clock, console);
    console.accept(
        Text.of(
            "waiting for %d workers at %s", workers, new HostPort(endpoint.host(), pool.port())));
    return pool;
  }

  /**
   * Starts workers as child processes, which end with this process. No other process can register,
   * because it does not have their random pass.
   *
   * @param task what they do in a run; empty for the one on the class path
   * @throws IOException if they cannot be started
   */
  public static WorkerPool local(
      int workers, Optional<Class<? extends RunTask>> task, Clock clock, Consumer<String> console)
      throws BadInputException, IOException {
    String pass = secret();
    WorkerPool pool =
        new WorkerPool(
            new HostPort(HostPort.LOOPBACK, 0), Optional.empty(), pass, workers, clock, console);
    HostPort controller = new HostPort(HostPort.LOOPBACK, pool.port());
    try {
      pool.local = LocalWorkers.start(workers, controller, pass, task, pool::fail);
      return pool;
    } catch (IOException e) {
      pool.close();
      throw e;
    }
  }

  /** The port on which it listens. */
  public int port() {
    return server.port();
  }

  /**
   * Waits until all workers have registered. Later ones are refused.
   *
   * @return the workers, in the order of their names
   * @throws BrokerException if a local worker has ended
   */
  public List<WorkerInfo> await() throws BrokerException, InterruptedException {
    return await(Duration.ofNanos(Long.MAX_VALUE), List.of());
  }

  /**
   * The same for a limited time.
   *
   * @param expected names of workers that should join, for the message if they do not
   * @throws BrokerException also if a worker is missing then
   */
  public synchronized List<WorkerInfo> await(Duration limit, List<String> expected)
      throws BrokerException, InterruptedException {
    long fromNanos = clock.nanoTime();
    while (!complete) {
      if (failure != null) {
        throw new BrokerException(failure);
      }
      long leftNanos = limit.toNanos() - (clock.nanoTime() - fromNanos);
      if (leftNanos <= 0) {
        throw new BrokerException(missing(limit, expected));
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
    }
    return workers.stream().map(RegisteredWorker::info).toList();
  }

  private String missing(Duration limit, List<String> expected) {
    List<String> joined = workers.stream().map(worker -> worker.info().name()).toList();
    String missing =
        expected.stream().filter(name -> !joined.contains(name)).collect(Collectors.joining(", "));
    return Text.of(
        "%d of %d workers joined within %d s%s; start what is missing, and give the same command again",
        joined.size(), wanted, limit.toSeconds(), missing.isEmpty() ? "" : ", without " + missing);
  }

  /**
   * Starts a run: each worker starts a JVM, which connects. A JVM of the previous run that is still
   * there ends. After {@link #await}; one start at a time.
   *
   * @param orders what each worker does, at most {@link
   *     io.brokerbench.workers.protocol.WorkerProtocol#MAX_PAYLOAD_BYTES} each
   * @return a link to each worker, in the order of {@link #await}
   * @throws BrokerException if a worker is gone, or does not start its JVM
   */
  public List<WorkerLink> startRun(List<byte[]> orders)
      throws BrokerException, InterruptedException {
    RunStart start = prepare(orders);
    try {
      return start.await();
    } finally {
      synchronized (this) {
        starting = null;
      }
    }
  }

  /**
   * Checks that no worker has left.
   *
   * @throws BrokerException if one has
   */
  public synchronized void check() throws BrokerException {
    for (RegisteredWorker worker : workers) {
      String reason = worker.goneReason();
      if (reason != null) {
        throw new BrokerException(Text.of("%s is gone: %s", worker.info().label(), reason));
      }
    }
  }

  private synchronized RunStart prepare(List<byte[]> orders) throws BrokerException {
    if (!complete || starting != null || orders.size() != wanted) {
      throw new IllegalStateException(Text.of("%d orders for %s", orders.size(), workers));
    }
    check();
    RunStart start = new RunStart(secret(), List.copyOf(workers), orders);
    starting = start;
    return start;
  }

  /** Lets all workers go and ends local ones; the JVMs of a run that goes on end, too. */
  @Override
  public void close() {
    close(false);
  }

  /**
   * Ends, and has the workers join again if another controller will be at the same address.
   *
   * @param again whether it will
   */
  public void close(boolean again) {
    List<RegisteredWorker> leaving;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      leaving = new ArrayList<>(workers);
      leaving.addAll(welcomed);
    }
    // Those that join again must not meet this controller.
    server.stopListening();
    leaving.forEach(worker -> worker.sayGoodbye(again));
    server.close();
    if (local != null) {
      local.close();
    }
    threads.close();
  }

  /** 128 random bits. */
  private static String secret() {
    return RandomId.ofName() + RandomId.ofName();
  }

  private synchronized void fail(String reason) {
    failure = reason;
    notifyAll();
  }

  /** A worker has read its welcome. */
  synchronized void joined(RegisteredWorker worker) {
    if (closed) {
      return;
    }
    if (complete) {
      // Another one has taken its place since its welcome.
      worker.sayGoodbye(false);
      return;
    }
    welcomed.remove(worker);
    workers.add(worker);
    console.accept(
        Text.of("%s joined, %d of %d workers", worker.info().label(), workers.size(), wanted));
    if (workers.size() == wanted) {
      complete = true;
      workers.sort(Comparator.comparing(each -> each.info().name()));
      notifyAll();
    }
  }

  synchronized void left(RegisteredWorker worker, String reason) {
    if (closed || welcomed.remove(worker)) {
      return;
    }
    if (complete) {
      console.accept(Text.of("%s is gone: %s", worker.info().label(), reason));
      failStart(worker, reason);
    } else {
      workers.remove(worker);
      console.accept(
          Text.of(
              "%s has left, %d of %d workers: %s",
              worker.info().label(), workers.size(), wanted, reason));
    }
  }

  synchronized void runEnded(RegisteredWorker worker, RunEnded end) {
    if (end.getFailure().isEmpty()) {
      return;
    }
    if (starting == null) {
      console.accept(
          Text.of("%s: its run ended early: %s", worker.info().label(), end.getFailure()));
    } else if (starting.is(end.getRun())) {
      failStart(worker, end.getFailure());
    }
  }

  private void failStart(RegisteredWorker worker, String reason) {
    if (starting != null) {
      starting.failed(worker, reason);
    }
  }

  synchronized Peer register(Hello hello, String host, Outbound<ToWorker> out)
      throws RefusedException {
    if (!MessageDigest.isEqual(hello.getPass().getBytes(UTF_8), pass.getBytes(UTF_8))) {
      throw new RefusedException("this controller has only workers that it started itself");
    }
    if (closed) {
      throw new RefusedException("the controller is ending");
    }
    if (complete) {
      throw new RefusedException(
          Text.of("all workers (%d) have joined; joining late is not possible", wanted));
    }
    WorkerInfo info = WorkerInfo.of(unique(hello.getName()), host, hello);
    RegisteredWorker worker = new RegisteredWorker(info, out, this);
    out.send(ToWorker.newBuilder().setWelcome(Welcome.newBuilder().setName(info.name())).build());
    welcomed.add(worker);
    return worker;
  }

  /** The JVM of a run connects. */
  synchronized Peer joinRun(Hello hello, Outbound<ToWorker> out) throws RefusedException {
    if (starting == null) {
      throw new RefusedException("no run is starting");
    }
    return starting.connect(hello, out);
  }

  /** A second worker of the same name is called "name-2". */
  private String unique(String name) {
    List<String> taken =
        Stream.concat(workers.stream(), welcomed.stream()).map(each -> each.info().name()).toList();
    return taken.contains(name)
        ? IntStream.iterate(2, i -> i + 1)
            .mapToObj(i -> name + "-" + i)
            .filter(each -> !taken.contains(each))
            .findFirst()
            .orElseThrow()
        : name;
  }
}
