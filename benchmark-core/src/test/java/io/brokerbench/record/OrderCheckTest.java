package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.page.PageStore;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class OrderCheckTest {

  private static OrderCheck check(int queues, int shards) {
    return Objects.requireNonNull(OrderCheck.of(4, queues, shards, new PageStore()));
  }

  @Test
  void theLateOneIsNamedNotThoseItLetPass() {
    OrderCheck order = check(1, 0);
    for (long sequence : new long[] {0, 2, 3, 1, 4}) {
      order.first(1, sequence, 0);
    }
    assertThat(order.reordered().size()).isEqualTo(1);
    assertThat(order.reordered().contains(1, 1)).isTrue();
    assertThat(order.counts().largestDisplacement()).isEqualTo(2);
  }

  @Test
  void theVeryFirstMessageMayBeLateToo() {
    OrderCheck order = check(1, 0);
    order.first(0, 1, 0);
    order.first(0, 0, 0);
    assertThat(order.reordered().contains(0, 0)).isTrue();
    assertThat(order.counts().largestDisplacement()).isEqualTo(1);
  }

  @Test
  void queuesAndProducersAreFollowedApart() {
    OrderCheck order = check(2, 0);
    order.first(0, 5, 0);
    order.first(0, 4, 1);
    order.first(1, 3, 0);
    assertThat(order.reordered().size()).isZero();
    order.first(0, 3, 1);
    assertThat(order.reordered().size()).isEqualTo(1);
  }

  @Test
  void aStreamIsFollowedThroughAllQueues() {
    OrderCheck order = check(2, 3);
    order.first(0, 4, 0);
    // Stream 1 as well, in another queue: only the stream's order is broken.
    order.first(0, 1, 1);
    assertThat(order.reordered().size()).isZero();
    assertThat(order.reorderedInShard().contains(0, 1)).isTrue();
    assertThat(order.counts().largestDisplacement()).isEqualTo(3);
    // Stream 0 of the same queue: only the queue's order is broken.
    order.first(0, 3, 0);
    assertThat(order.reordered().contains(0, 3)).isTrue();
    assertThat(order.reorderedInShard().size()).isEqualTo(1);
  }

  /** Two queues of which neither is known have one number, but not one order. */
  @Test
  void ofAnUnknownQueueOnlyTheStreamsAreFollowed() {
    OrderCheck order = check(1, 2);
    order.first(0, 4, -1);
    order.first(0, 1, -1);
    assertThat(order.reordered().size()).isZero();
    assertThat(order.reorderedInShard().size()).isZero();
    order.first(0, 2, -1);
    assertThat(order.reorderedInShard().contains(0, 2)).isTrue();
    // Both messages of the stream are in one queue.
    assertThat(order.reordered().contains(0, 2)).isTrue();
    assertThat(order.counts()).isEqualTo(new OrderCheck.Counts(1, 1, 2));
  }

  @Test
  void tooManyStreamsAreNotFollowed() {
    assertThat(OrderCheck.of(1000, 1000, 1000, new PageStore())).isNotNull();
    assertThat(OrderCheck.of(1000, 1000, 1001, new PageStore())).isNull();
    assertThat(OrderCheck.of(4096, 8, 10_000, new PageStore())).isNull();
  }
}
