package io.brokerbench.workers.link;

import io.brokerbench.driver.DaemonThreads;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The threads of one side's connections; they do not keep the JVM alive. */
public final class Threads implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 2_000;

  private final EventLoopGroup sockets =
      new MultiThreadIoEventLoopGroup(
          1, DaemonThreads.named("workers-socket"), NioIoHandler.newFactory());
  private final ExecutorService calls =
      Executors.newCachedThreadPool(DaemonThreads.named("workers-call"));
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("workers-timer"));

  /** Reads and writes sockets; nothing in it may wait. */
  public EventLoopGroup sockets() {
    return sockets;
  }

  /** Handles messages and calls listeners. */
  public ExecutorService calls() {
    return calls;
  }

  /** Repeats a task that does not wait. */
  public void every(Duration period, Runnable task) {
    ScheduledFuture<?> unused =
        timer.scheduleAtFixedRate(
            task, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the threads, after their connections. */
  @Override
  public void close() {
    timer.shutdownNow();
    var unused =
        sockets
            .shutdownGracefully(0, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .awaitUninterruptibly();
    calls.shutdown();
  }
}
