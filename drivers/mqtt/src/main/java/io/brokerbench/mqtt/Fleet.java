package io.brokerbench.mqtt;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

/** Does something for many connections, several at a time. For one thread. */
final class Fleet {

  private static final long PROGRESS_NANOS = 1_000_000_000L;
  private static final long CLOSE_SECONDS = 20;

  private final int atOnce;
  private final int perSecond;
  private final Duration patience;
  private final Clock clock = Clock.system();

  /**
   * A way to go about it.
   *
   * @param perSecond that are begun at most; 0 for no limit
   * @param patience with each
   */
  Fleet(int atOnce, int perSecond, Duration patience) {
    this.atOnce = atOnce;
    this.perSecond = perSecond;
    this.patience = patience;
  }

  /**
   * Does it for each, and waits for all.
   *
   * @param what for the line of progress, such as {@code connecting}
   * @throws BrokerException the first that failed; the rest is not begun
   */
  <T> void forEach(
      List<T> all, Function<T, CompletableFuture<?>> action, String what, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    Semaphore free = new Semaphore(atOnce);
    AtomicInteger done = new AtomicInteger();
    CompletableFuture<Void> failed = new CompletableFuture<>();
    ExecutorService starters =
        Executors.newFixedThreadPool(
            Math.min(atOnce, Math.max(1, all.size())), DaemonThreads.named("brokerbench-connect"));
    long begin = clock.nanoTime();
    long told = begin;
    int begun = 0;
    try {
      for (T each : all) {
        if (perSecond > 0) {
          long due = begin + (long) (begun * 1e9 / perSecond);
          while (clock.nanoTime() < due) {
            clock.park(Math.max(1, due - clock.nanoTime()));
          }
        }
        free.acquire();
        if (failed.isCompletedExceptionally()) {
          free.release();
          break;
        }
        begun++;
        // Some libraries do part of it in the caller's thread.
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
        if (clock.nanoTime() - told > PROGRESS_NANOS) {
          told = clock.nanoTime();
          progress.accept(
              String.format(Locale.ROOT, "%s: %,d of %,d", what, done.get(), all.size()));
        }
      }
      free.acquire(atOnce);
    } finally {
      starters.shutdown();
    }
    throwFailure(failed);
  }

  /** Where there is no room for another thread, that is an error. */
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
      Throwable cause = Refusal.unwrapped(e);
      if (cause instanceof BrokerException refusal) {
        throw new BrokerException(String.valueOf(refusal.getMessage()), refusal);
      }
      throw new BrokerException(
          cause instanceof TimeoutException
              ? String.format(
                  Locale.ROOT,
                  "a connection was not answered within client.connect-timeout, %d ms",
                  patience.toMillis())
              : "a connection failed: " + cause,
          e);
    }
  }

  /** Ends all, as far as that can be done in time. */
  static void close(List<Client> clients) {
    List<CompletableFuture<Void>> ends = clients.stream().map(Client::disconnect).toList();
    try {
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Those that were lost are gone anyway.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
