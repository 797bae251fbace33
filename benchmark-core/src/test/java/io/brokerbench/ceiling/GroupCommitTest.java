package io.brokerbench.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class GroupCommitTest {

  private static final int THREADS = 8;

  @Test
  void whoeverAppendsDuringAForceIsCoveredByTheNext() throws Exception {
    CountDownLatch appended = new CountDownLatch(THREADS);
    Waiting file = new Waiting(appended);
    GroupCommit commits = new GroupCommit(file);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Long>> durable = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        durable.add(
            threads.submit(
                () -> {
                  commits.commit(1);
                  return file.forced.get();
                }));
      }
      assertThat(durable.get(0).get()).isPositive();
      for (Future<Long> each : durable) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(commits.appends()).isEqualTo(THREADS);
    assertThat(file.forced).hasValue(THREADS);
    // The first force waits until all have appended: it covers who was there before, the second
    // all.
    assertThat(commits.forces()).isBetween(1L, 2L);
  }

  @Test
  void nobodyReturnsBeforeItsAppendIsForced() throws Exception {
    Waiting file = new Waiting(new CountDownLatch(0));
    GroupCommit commits = new GroupCommit(file);
    for (int i = 1; i <= 3; i++) {
      commits.commit(1);
      assertThat(file.forced).hasValue(i);
      assertThat(commits.forces()).isEqualTo(i);
    }
  }

  /** Whose forces last until so many have appended. */
  private static final class Waiting implements Storage.Appended {

    private final CountDownLatch wanted;
    private final AtomicLong appended = new AtomicLong();
    private final AtomicLong forced = new AtomicLong();

    Waiting(CountDownLatch wanted) {
      this.wanted = wanted;
    }

    @Override
    public void append(int bytes) {
      appended.addAndGet(bytes);
      wanted.countDown();
    }

    @Override
    public void force() {
      long before = appended.get();
      try {
        assertThat(wanted.await(2, TimeUnit.MINUTES)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      forced.accumulateAndGet(before, Math::max);
    }

    @Override
    public void close() {}
  }
}
