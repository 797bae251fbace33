package io.brokerbench.record.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.IntConsumer;

/** A task in several threads. */
public final class InThreads {

  private InThreads() {}

  /** Runs a task in each of several threads at once. */
  public static void run(int threads, IntConsumer task) throws InterruptedException {
    CyclicBarrier together = new CyclicBarrier(threads);
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  together.await();
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
                task.accept(number);
              });
      thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
      running.add(thread);
      thread.start();
    }
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }
}
