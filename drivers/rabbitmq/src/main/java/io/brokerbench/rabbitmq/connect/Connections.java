package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.tls.TlsFailure;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions.Access;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * All connections of a session. Automatic recovery is off: the user of a connection opens it again,
 * and each loss is counted. Thread-safe.
 */
public final class Connections implements AutoCloseable {

  private static final int CONNECT_MILLIS = 10_000;
  private static final int RPC_MILLIS = 30_000;
  private static final int ABORT_MILLIS = 2_000;
  private static final int CLOSE_SECONDS = 10;
  private static final int CLOSING_THREADS = 16;

  private final ThreadFactory daemons = DaemonThreads.named("brokerbench-rabbitmq");
  private final Access access;
  private final List<Address> addresses;
  private final ConnectionFactory factory = new ConnectionFactory();

  /**
   * As {@link #factory}, but each connection has its own thread for heartbeats, which waits where a
   * broker stops reading from a publisher.
   */
  private final ConnectionFactory publishing;

  private final List<ExecutorService> executors = new ArrayList<>();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final OpenSockets sockets = new OpenSockets();
  private final LongAdder lost = new LongAdder();
  private final Map<String, LongAdder> closedChannels = new ConcurrentSkipListMap<>();
  private final BlockedTime blocked = new BlockedTime(Clock.system());
  private volatile int heartbeatSeconds;
  private volatile boolean closing;

  /** Does not log connection failures: shutdown listeners are notified of them. */
  private static final class SilentExceptionHandler extends DefaultExceptionHandler {

    @Override
    public void handleUnexpectedConnectionDriverException(Connection connection, Throwable why) {
      // The connection closes and notifies its shutdown listeners.
    }

    @Override
    protected void log(String message, Throwable why) {
      // Same as above.
    }
  }

  /**
   * Configures the connections without opening any.
   *
   * @param addresses of the brokers, {@code host:port;host:port}
   * @param works whether consumers simulate work, so that each needs a thread
   * @param authority of the brokers' certificates if brokerbench made it, in PEM
   */
  public Connections(Access access, String addresses, boolean works, Optional<String> authority)
      throws BrokerException {
    this.access = access;
    this.addresses =
        HostPort.list(addresses).stream()
            .map(each -> new Address(each.host(), each.port()))
            .toList();
    factory.setUsername(access.user());
    factory.setPassword(access.password());
    factory.setVirtualHost(access.virtualHost());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(CONNECT_MILLIS);
    factory.setChannelRpcTimeout(RPC_MILLIS);
    factory.setRequestedHeartbeat(access.heartbeatSeconds());
    factory.setExceptionHandler(new SilentExceptionHandler());
    factory.setThreadFactory(daemons);
    factory.setSocketConfigurator(
        socket -> {
          socket.setTcpNoDelay(true);
          sockets.add(socket);
        });
    if (access.direct()) {
      ExecutorService dispatcher =
          works ? Executors.newCachedThreadPool(daemons) : new DirectExecutor();
      factory.setSharedExecutor(dispatcher);
      executors.add(dispatcher);
    }
    if (access.tls().isPresent()) {
      factory.useSslProtocol(access.tls().get().context(authority));
      if (access.tls().get().verifying()) {
        factory.enableHostnameVerification();
      }
    }
    publishing = factory.clone();
    if (access.direct()) {
      ScheduledExecutorService heartbeats = Executors.newSingleThreadScheduledExecutor(daemons);
      factory.setHeartbeatExecutor(heartbeats);
      executors.add(heartbeats);
    }
  }

  /** A connection to each broker for several channels, none of them open yet. */
  public List<SharedConnection> shared(String name) {
    return IntStream.range(0, addresses.size())
        .mapToObj(broker -> new SharedConnection(this, broker, name, SharedConnection.Use.OTHER))
        .toList();
  }

  /**
   * Connects to a broker or, if that fails, to one of the next brokers.
   *
   * @param first index of the broker, modulo the number of brokers
   * @param name connection name shown by the brokers
   * @param publishes whether brokers may stop reading from it
   */
  Connection connect(int first, String name, boolean publishes) throws BrokerException {
    List<Address> turned = new ArrayList<>(addresses);
    Collections.rotate(turned, -(first % addresses.size()));
    try {
      Connection connection =
          (publishes ? publishing : factory).newConnection(turned, "brokerbench " + name);
      heartbeatSeconds = connection.getHeartbeat();
      if (access.heartbeatStated() && heartbeatSeconds != access.heartbeatSeconds()) {
        abort(connection);
        throw new BrokerException(
            Text.of(
                "client.heartbeat must be from 1 s to %d s, the heartbeat of the broker, which a client can only shorten; got %d s",
                heartbeatSeconds, access.heartbeatSeconds()));
      }
      BlockedTime.OfConnection held = blocked.connection();
      connection.addBlockedListener(held);
      open.add(connection);
      connection.addShutdownListener(
          cause -> {
            held.gone();
            open.remove(connection);
            if (!closing && !cause.isInitiatedByApplication()) {
              lost.increment();
            }
          });
      return connection;
    } catch (IOException | TimeoutException | RuntimeException e) {
      throw new BrokerException(explain(e), e);
    }
  }

  private String explain(Exception e) {
    String brokers = addresses.toString();
    if (e instanceof AuthenticationFailureException
        || e instanceof PossibleAuthenticationFailureException) {
      return Text.of(
          "%s refuse user %s; check rabbitmq.user and rabbitmq.password", brokers, access.user());
    }
    Optional<String> tls = TlsFailure.text(e, access.tls());
    if (tls.isPresent()) {
      return Text.of("no broker of %s accepts a connection: %s", brokers, tls.get());
    }
    return Causes.find(e, ShutdownSignalException.class)
        .map(
            signal ->
                Text.of(
                    "%s refuse the connection: %s",
                    brokers, RabbitMqRefusal.ofConnection(signal, access.virtualHost())))
        .orElseGet(
            () -> Text.of("no broker of %s accepts a connection: %s", brokers, Causes.line(e)));
  }

  /** Time between the heartbeats of the last connection, as agreed with its broker; 0 for none. */
  public int heartbeatSeconds() {
    return heartbeatSeconds;
  }

  public BlockedTime blocked() {
    return blocked;
  }

  /** Records that a channel of the load was closed, if a broker closed that channel alone. */
  void channelClosed(ShutdownSignalException cause) {
    if (!cause.isHardError() && !cause.isInitiatedByApplication()) {
      closedChannels
          .computeIfAbsent(RabbitMqRefusal.text(cause), reason -> new LongAdder())
          .increment();
    }
  }

  /** Channels of the load that brokers closed, one line for each reason. */
  public List<String> closedChannels() {
    return closedChannels.entrySet().stream()
        .map(
            closed ->
                Text.of(
                    "the brokers closed %,d channels: %s",
                    closed.getValue().sum(), closed.getKey()))
        .toList();
  }

  /** Number of connections lost without being closed by this process. */
  public long lost() {
    return lost.sum();
  }

  /** Closes a connection; waits for a limited time for the broker, and ignores failures. */
  static void abort(Connection connection) {
    connection.abort(ABORT_MILLIS);
  }

  /** Aborts the connections: a close would hang on a write to a broker that stopped reading. */
  @Override
  public void close() {
    closing = true;
    ExecutorService closers = Executors.newFixedThreadPool(CLOSING_THREADS, daemons);
    for (Connection connection : List.copyOf(open)) {
      closers.execute(() -> abort(connection));
    }
    closers.shutdown();
    try {
      if (!closers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        closers.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sockets.close();
    executors.forEach(ExecutorService::shutdownNow);
  }

  /**
   * The sockets of all connections. A connection keeps its own as long as its thread reads, so one
   * that nothing else refers to is forgotten. Thread-safe.
   */
  static final class OpenSockets {

    private final Set<Socket> sockets =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    void add(Socket socket) {
      sockets.add(socket);
    }

    /** Number of sockets that are not forgotten. */
    int size() {
      return sockets.size();
    }

    void close() {
      for (Socket socket : List.copyOf(sockets)) {
        try {
          socket.close();
        } catch (IOException e) {
          // The socket is closed already.
        }
      }
    }
  }

  /** Runs tasks in the calling thread, which is a connection's reading thread. Thread-safe. */
  private static final class DirectExecutor extends AbstractExecutorService {

    private volatile boolean shutdown;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shutdown = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return shutdown;
    }

    @Override
    public boolean isTerminated() {
      return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
