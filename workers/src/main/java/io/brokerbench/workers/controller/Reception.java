package io.brokerbench.workers.controller;

import io.brokerbench.clock.Clock;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.Silence;
import io.brokerbench.workers.link.Threads;
import io.brokerbench.workers.protocol.BuildId;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.ToWorker;
import io.brokerbench.workers.protocol.WorkerProtocol;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Admits streams by their Hello, ticks idle ones every second and notices the silence of those that
 * do not answer. Thread-safe.
 */
final class Reception {

  /** Time without an answer until a worker is silent. */
  static final Duration SILENT = Duration.ofSeconds(3);

  /** Time without an answer until a worker is lost. */
  static final Duration LOST = Duration.ofSeconds(10);

  /** Of a host, a pod or a user's choice. What strangers send is shown only if it matches. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  private static final Pattern SHORT = Pattern.compile("\\w{1,20}");

  private final WorkerPool pool;
  private final AcceptedConnections connections;
  private final Clock clock;
  private final Consumer<String> console;
  private final String build = BuildId.current();
  private final Set<Visitor> visitors = ConcurrentHashMap.newKeySet();

  Reception(
      WorkerPool pool, AcceptedConnections connections, Clock clock, Consumer<String> console) {
    this.pool = pool;
    this.connections = connections;
    this.clock = clock;
    this.console = console;
  }

  /** Starts ticks and looks. */
  void start(Threads threads) {
    threads.every(WorkerProtocol.TICK, () -> visitors.forEach(Visitor::tick));
    threads.every(Silence.LOOK, () -> visitors.forEach(visitor -> visitor.look(threads.calls())));
  }

  StreamObserver<FromWorker> open(
      SocketAddress address, ServerCallStreamObserver<ToWorker> stream) {
    Visitor visitor =
        new Visitor(address, new Outbound<>(stream), new Silence(clock, SILENT, LOST), this);
    stream.setOnCloseHandler(() -> left(visitor));
    // Makes sending after the end of the connection harmless.
    stream.setOnCancelHandler(() -> {});
    return visitor;
  }

  /**
   * Decides about the first message of a stream.
   *
   * @param hello the default instance if the message was another one
   * @throws RefusedException with the reason for both sides
   */
  Peer admit(Visitor visitor, Hello hello) throws RefusedException {
    connections.greeted(visitor.address());
    boolean named = NAME.matcher(hello.getName()).matches();
    try {
      requireSame(
          "protocol",
          Integer.toString(hello.getProtocol()),
          Integer.toString(WorkerProtocol.VERSION));
      requireSame("build", hello.getBuild(), build);
      if (!named) {
        throw new RefusedException(
            Text.of("a worker's name must match %s; set --name", NAME.pattern()));
      }
      Peer peer =
          hello.getRun().isEmpty()
              ? pool.register(hello, visitor.host(), visitor.out())
              : pool.joinRun(hello, visitor.out());
      visitors.add(visitor);
      return peer;
    } catch (RefusedException e) {
      console.accept(
          Text.of(
              "refused %s at %s: %s",
              named ? hello.getName() : "a worker", visitor.host(), e.getMessage()));
      connections.dismiss(visitor.address());
      throw e;
    }
  }

  /** A stream has ended. */
  void left(Visitor visitor) {
    visitors.remove(visitor);
  }

  /** A stream has ended before its first message was read. */
  void leftWithoutHello(Visitor visitor) {
    connections.dismissStranger(visitor.address());
  }

  /** Closes the connection of a stream. */
  void hangUp(Visitor visitor) {
    connections.close(visitor.address());
  }

  private static void requireSame(String what, String ofWorker, String ofController)
      throws RefusedException {
    if (!ofWorker.equals(ofController)) {
      throw new RefusedException(
          Text.of(
              "the worker's %1$s is %2$s, the controller's is %3$s; start the same release on both",
              what, SHORT.matcher(ofWorker).matches() ? ofWorker : "unknown", ofController));
    }
  }
}
