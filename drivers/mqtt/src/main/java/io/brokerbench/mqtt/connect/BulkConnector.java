package io.brokerbench.mqtt.connect;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs an action on many connections, several at a time.
 *
 * @param atOnce maximum number of concurrent actions
 * @param perSecond maximum number of actions started per second; 0 for no limit
 * @param patience timeout of each action
 */
public record BulkConnector(int atOnce, int perSecond, Duration patience) {

  private static final long PROGRESS_NANOS = 1_000_000_000L;
  private static final long CLOSE_SECONDS = 20;

  /** Delay of a start that the next starts make up for, such as that of a timer. */
  private static final long MOST_DEBT_NANOS = 50_000_000;

  /**
   * Runs an action on each element, and waits for all.
   *
   * @param what name of the action in progress lines, such as {@code connecting}
   * @throws BrokerException the first failure; no further actions are started after it
   */
  public <T> void forEach(
      List<T> all, Function<T, CompletableFuture<?>> action, String what, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    Clock clock = Clock.system();
    Semaphore free = new Semaphore(atOnce);
    AtomicInteger done = new AtomicInteger();
    CompletableFuture<Void> failed = new CompletableFuture<>();
    ExecutorService starters =
        Executors.newFixedThreadPool(
            Math.min(atOnce, Math.max(1, all.size())), DaemonThreads.named("brokerbench-connect"));
    long dueNanos = clock.nanoTime();
    long reportedNanos = dueNanos;
    try {
      for (T each : all) {
        if (perSecond > 0) {
          while (clock.nanoTime() < dueNanos) {
            clock.park(Math.max(1, dueNanos - clock.nanoTime()));
          }
          dueNanos = nextNanos(dueNanos, clock.nanoTime());
        }
        free.acquire();
        if (failed.isCompletedExceptionally()) {
          free.release();
          break;
        }
        // Some libraries run part of an action in the calling thread.
        starters.execute(
            () -> {
              CompletableFuture<?> unused =
                  started(each, action)
                      .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                      .whenComplete(
                          (result, failure) -> {
                            if (failure != null) {
                              failed.completeExceptionally(failure);
                            }
                            done.incrementAndGet();
                            free.release();
                          });
            });
        if (clock.nanoTime() - reportedNanos > PROGRESS_NANOS) {
          reportedNanos = clock.nanoTime();
          progress.accept(Text.of("%s: %,d of %,d", what, done.get(), all.size()));
        }
      }
      free.acquire(atOnce);
    } finally {
      starters.shutdown();
    }
    throwFailure(failed);
  }

  /**
   * When the next action may start. While brokers answer slowly, actions wait for each other; later
   * ones do not make up for that, or more would start in a second than may.
   *
   * @param dueNanos when this one might start
   * @param startNanos when it does
   */
  long nextNanos(long dueNanos, long startNanos) {
    return Math.max(dueNanos, startNanos - MOST_DEBT_NANOS) + 1_000_000_000L / perSecond;
  }

  /** Starts an action; an OutOfMemoryError means that no further thread can be created. */
  private static <T> CompletableFuture<?> started(
      T each, Function<T, CompletableFuture<?>> action) {
    try {
      return action.apply(each);
    } catch (RuntimeException | OutOfMemoryError e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void throwFailure(CompletableFuture<Void> failed)
      throws BrokerException, InterruptedException {
    if (!failed.isCompletedExceptionally()) {
      return;
    }
    try {
      failed.get();
    } catch (ExecutionException e) {
      Throwable cause = MqttRefusal.unwrapped(e);
      if (cause instanceof BrokerException refusal) {
        throw new BrokerException(String.valueOf(refusal.getMessage()), refusal);
      }
      throw new BrokerException(
          cause instanceof TimeoutException
              ? Text.of(
                  "a connection was not answered within client.connect-timeout, %d ms",
                  patience.toMillis())
              : "a connection failed: " + cause,
          e);
    }
  }

  /** Disconnects all, and waits for a limited time. */
  public static void close(List<ClientConnection> clients) {
    List<CompletableFuture<Void>> ends =
        clients.stream().map(ClientConnection::disconnect).toList();
    try {
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Lost connections are closed anyway.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
