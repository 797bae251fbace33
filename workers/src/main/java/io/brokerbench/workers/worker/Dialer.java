package io.brokerbench.workers.worker;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.Silence;
import io.brokerbench.workers.link.Threads;
import io.brokerbench.workers.protocol.BuildId;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Handover;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.WorkerProtocol;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.ClientCalls;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Dials the controller until it answers. Each attempt is a new connection, so that the reason of
 * each failure is known; what waiting does not repair is thrown.
 */
final class Dialer implements AutoCloseable {

  private static final long PAUSE_MILLIS = 1_000;
  private static final long ANSWER_SECONDS = 10;
  private static final long PATIENCE_MILLIS = 2_000;

  /** Longer than the time for which strangers can fill a controller. */
  private static final int MAX_CLOSED = 8;

  private final HostPort controller;
  private final Optional<Credentials> credentials;
  private final Consumer<String> console;
  private final Threads threads = new Threads();
  private @Nullable ManagedChannel channel;

  /**
   * Dials nothing yet.
   *
   * @param handover has the controller's address and the credentials of this worker
   * @param console receives why it waits
   */
  Dialer(Handover handover, Consumer<String> console) {
    this.controller = controller(handover);
    this.credentials = Credentials.of(handover.getKeys());
    this.console = console;
    WorkerProtocol.logNothing();
  }

  static HostPort controller(Handover handover) {
    return new HostPort(handover.getHost(), handover.getPort());
  }

  /** The Hello of this process, without a pass or a run. */
  static Hello.Builder hello(Handover handover) {
    return Hello.newBuilder()
        .setProtocol(WorkerProtocol.VERSION)
        .setBuild(BuildId.current())
        .setName(handover.getName())
        .setJdk(System.getProperty("java.version"))
        .setCores(Runtime.getRuntime().availableProcessors());
  }

  /**
   * Connects; waits as long as the controller is not there.
   *
   * @param patience time for which it waits; empty for no limit
   * @param lostAfter time without a message after which the controller is gone
   * @param listening creates the listener of the connection
   * @return a connection whose welcome has arrived
   * @throws RefusedException if the controller is there, but no connection is possible
   * @throws LinkLostException if the controller is not there in time; the message is a clause about
   *     it
   */
  ControllerConnection dial(
      Hello hello,
      Optional<Duration> patience,
      Duration lostAfter,
      Function<ControllerConnection, ControllerConnection.Listener> listening)
      throws RefusedException, LinkLostException, InterruptedException {
    Clock clock = Clock.system();
    long startNanos = clock.nanoTime();
    String shown = "";
    int closed = 0;
    while (true) {
      ControllerConnection connection =
          new ControllerConnection(
              new Silence(clock, lostAfter, lostAfter), lostAfter, threads.calls(), listening);
      Failure failure = attempt(hello, connection);
      if (failure == null) {
        threads.every(Silence.LOOK, connection::look);
        return connection;
      }
      closed = failure.kind() == Failure.Kind.CLOSED ? closed + 1 : 0;
      if (failure.kind() == Failure.Kind.REFUSED || closed == MAX_CLOSED) {
        throw new RefusedException(
            Text.of("the controller at %s: %s", controller, failure.reason()));
      }
      if (patience.isPresent() && clock.nanoTime() - startNanos >= patience.get().toNanos()) {
        throw new LinkLostException(
            Text.of("it was unreachable for %d s", patience.get().toSeconds()));
      }
      if (!failure.reason().equals(shown)) {
        shown = failure.reason();
        console.accept(Text.of("waiting for the controller at %s: %s", controller, shown));
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Opens a stream; returns the reason if there is no welcome. */
  private @Nullable Failure attempt(Hello hello, ControllerConnection connection)
      throws InterruptedException {
    ManagedChannel opened;
    try {
      opened = open();
    } catch (UnknownHostException e) {
      return Failure.of(e);
    }
    channel = opened;
    ClientCalls.asyncBidiStreamingCall(
        opened.newCall(WorkerProtocol.CONNECT, CallOptions.DEFAULT), connection);
    connection.out().send(FromWorker.newBuilder().setHello(hello).build());
    try {
      connection.welcome().orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).get();
      return null;
    } catch (ExecutionException e) {
      close(opened);
      return e.getCause() instanceof TimeoutException
          ? new Failure(
              Failure.Kind.ABSENT, Text.of("it did not answer within %d s", ANSWER_SECONDS))
          : Failure.of(e);
    }
  }

  private ManagedChannel open() throws UnknownHostException {
    HostPort at = controller.forUri();
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(at.host(), at.port())
            .overrideAuthority(Credentials.CONTROLLER)
            .channelType(NioSocketChannel.class)
            .eventLoopGroup(threads.sockets())
            .executor(threads.calls())
            .offloadExecutor(threads.calls())
            .maxInboundMessageSize(WorkerProtocol.MAX_MESSAGE_BYTES)
            .disableRetry();
    credentials.ifPresentOrElse(each -> builder.sslContext(each.ofClient()), builder::usePlaintext);
    return builder.build();
  }

  private static void close(ManagedChannel channel) {
    try {
      boolean unused =
          channel.shutdownNow().awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the connection at once. */
  @Override
  public void close() {
    if (channel != null) {
      close(channel);
    }
    threads.close();
  }

  /**
   * Why an attempt to connect failed.
   *
   * @param reason a clause about the controller
   */
  record Failure(Kind kind, String reason) {

    /** What follows from a failure. */
    enum Kind {
      /** The controller is not there yet. */
      ABSENT,
      /** The controller is there, but ended the connection without a reason that could be read. */
      CLOSED,
      /** Another attempt would fail as well. */
      REFUSED
    }

    static Failure of(Throwable thrown) {
      return Stream.of(
              Causes.find(thrown, RefusedException.class)
                  .map(e -> new Failure(Kind.REFUSED, "it refused this worker: " + e.getMessage())),
              Causes.find(thrown, UnknownHostException.class)
                  .map(e -> new Failure(Kind.ABSENT, "its name is unknown")),
              Causes.find(thrown, SocketException.class)
                  .filter(Failure::isWithoutConnection)
                  .map(e -> new Failure(Kind.ABSENT, "it does not accept connections")),
              Causes.find(thrown, CertificateException.class)
                  .map(e -> refused("its certificate is not one of these --credentials", e)),
              Causes.find(thrown, SSLException.class)
                  .filter(e -> String.valueOf(e.getMessage()).contains("alert"))
                  .map(e -> refused("it does not accept these --credentials", e)))
          .flatMap(Optional::stream)
          .findFirst()
          .orElse(
              new Failure(
                  Kind.CLOSED,
                  "it closes the connection without an answer; check --credentials on both sides"));
    }

    private static Failure refused(String clause, Exception e) {
      return new Failure(Kind.REFUSED, Text.of("%s (%s)", clause, e.getMessage()));
    }

    /** Whether no connection was made; an unreachable network has no exception of its own. */
    private static boolean isWithoutConnection(SocketException e) {
      return e instanceof ConnectException
          || e instanceof NoRouteToHostException
          || String.valueOf(e.getMessage()).contains("unreachable");
    }
  }
}
