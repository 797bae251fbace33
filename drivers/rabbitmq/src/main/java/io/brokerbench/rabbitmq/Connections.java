package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.AnyCertificate;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.rabbitmq.RabbitMqOptions.Access;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * All connections of a session. None recovers by itself: whoever has one opens it again, and each
 * loss is counted. Thread-safe.
 */
final class Connections implements AutoCloseable {

  private static final int CONNECT_MILLIS = 10_000;
  private static final int RPC_MILLIS = 30_000;
  private static final int ABORT_MILLIS = 2_000;
  private static final int CLOSE_SECONDS = 10;
  private static final int CLOSING_THREADS = 16;

  private final ThreadFactory daemons = DaemonThreads.named("brokerbench-rabbitmq");
  private final Access access;
  private final List<Address> addresses;
  private final ConnectionFactory factory = new ConnectionFactory();
  private final List<ExecutorService> executors = new ArrayList<>();
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final LongAdder lost = new LongAdder();
  private final Blocked blocked = new Blocked(Clock.system());
  private volatile boolean closing;

  /**
   * Nothing is connected yet.
   *
   * @param addresses of the brokers, host:port with semicolons between them
   * @param works whether consumers take their time, so that each needs a thread
   */
  Connections(Access access, String addresses, boolean works) throws BrokerException {
    this.access = access;
    this.addresses = List.of(Address.parseAddresses(addresses.replace(';', ',')));
    factory.setUsername(access.user());
    factory.setPassword(access.password());
    factory.setVirtualHost(access.virtualHost());
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(CONNECT_MILLIS);
    factory.setChannelRpcTimeout(RPC_MILLIS);
    factory.setRequestedHeartbeat(access.heartbeatSeconds());
    factory.setExceptionHandler(new Quiet());
    factory.setThreadFactory(daemons);
    factory.setSocketConfigurator(
        socket -> {
          socket.setTcpNoDelay(true);
          sockets.add(socket);
        });
    if (access.direct()) {
      ExecutorService dispatcher = works ? Executors.newCachedThreadPool(daemons) : new Direct();
      ScheduledExecutorService heartbeats = Executors.newSingleThreadScheduledExecutor(daemons);
      factory.setSharedExecutor(dispatcher);
      factory.setHeartbeatExecutor(heartbeats);
      executors.addAll(List.of(dispatcher, heartbeats));
    }
    if (access.tls()) {
      factory.useSslProtocol(AnyCertificate.context());
    }
  }

  /** How many brokers were named. */
  int brokers() {
    return addresses.size();
  }

  /**
   * Connects to a broker, or if that cannot be, to the ones after it.
   *
   * @param first index of the broker; any number
   * @param name that the brokers show
   */
  Connection connect(int first, String name) throws BrokerException {
    List<Address> turned = new ArrayList<>(addresses);
    Collections.rotate(turned, -(first % addresses.size()));
    try {
      Connection connection = factory.newConnection(turned, "brokerbench " + name);
      Blocked.OfConnection held = blocked.connection();
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
      return String.format(
          Locale.ROOT,
          "%s refuse user %s; check rabbitmq.user and rabbitmq.password",
          brokers,
          access.user());
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ShutdownSignalException signal) {
        return String.format(
            Locale.ROOT,
            "%s refuse the connection: %s; check rabbitmq.virtual-host (%s)",
            brokers,
            Refusal.text(signal),
            access.virtualHost());
      }
    }
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return String.format(
        Locale.ROOT,
        "no broker of %s takes a connection: %s",
        brokers,
        why.lines().findFirst().orElse(why));
  }

  Access access() {
    return access;
  }

  Blocked blocked() {
    return blocked;
  }

  /** How often a connection was lost that nobody closed. */
  long lost() {
    return lost.sum();
  }

  /** Whether the session ends, so that losses are none. */
  boolean closing() {
    return closing;
  }

  /** A write to a broker that reads no more would hold up an orderly end for ever. */
  @Override
  public void close() {
    closing = true;
    ExecutorService closers = Executors.newFixedThreadPool(CLOSING_THREADS, daemons);
    for (Connection connection : List.copyOf(open)) {
      closers.execute(() -> connection.abort(ABORT_MILLIS));
    }
    closers.shutdown();
    try {
      if (!closers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        closers.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed, then.
      }
    }
    executors.forEach(ExecutorService::shutdownNow);
  }
}
