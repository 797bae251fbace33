package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.page.InThreads;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class PerProducerTest {

  @Test
  void aRowIsMadeOnceAndFoundByAll() throws InterruptedException {
    int producers = 2000;
    int threads = 2;
    AtomicInteger steps = new AtomicInteger();
    PerProducer<Object> rows = new PerProducer<>(Object::new);
    AtomicReferenceArray<Object> got = new AtomicReferenceArray<>(threads * producers);
    InThreads.run(
        threads,
        thread -> {
          for (int producer = 0; producer < producers; producer++) {
            steps.incrementAndGet();
            while (steps.get() < threads * (producer + 1)) {
              LockSupport.parkNanos(1_000);
            }
            got.set(thread * producers + producer, rows.of(producer));
          }
        });
    for (int i = 0; i < threads * producers; i++) {
      assertThat(got.get(i)).isSameAs(rows.find(i % producers));
    }
    assertThat(rows.size()).isEqualTo(producers);
  }

  @Test
  void sizeEndsWithTheHighestProducer() {
    PerProducer<Object> rows = new PerProducer<>(Object::new);
    assertThat(rows.size()).isZero();
    rows.of(7);
    assertThat(rows.find(6)).isNull();
    assertThat(rows.size()).isEqualTo(8);
    rows.of(65_535);
    assertThat(rows.size()).isEqualTo(65_536);
  }
}
