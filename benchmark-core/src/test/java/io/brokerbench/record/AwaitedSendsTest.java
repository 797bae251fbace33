package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.PageStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AwaitedSendsTest {

  private final SendBook sent = new SendBook(new PageStore());
  private final List<Long> asked = new ArrayList<>();

  /** Odd ones are to be seen, of those divisible by four only the broker knows. */
  private final AwaitedSends awaited =
      new AwaitedSends(
          sent,
          (producer, sequence) -> {
            asked.add(sequence);
            return sequence % 2 == 1
                ? Visibility.YES
                : sequence % 4 == 0 ? Visibility.BROKER_KNOWS : Visibility.NO;
          });

  @Test
  void onlyAcknowledgedMessagesThatAreToBeSeenCount() {
    sent.attempted(0, 0, 10);
    sent.ended(0, 0, 6, SendOutcome.ACKED);
    sent.ended(0, 6, 2, SendOutcome.REJECTED);
    sent.ended(0, 8, 2, SendOutcome.UNKNOWN);
    sent.attempted(3, 0, 2);
    sent.ended(3, 0, 2, SendOutcome.ACKED);
    assertThat(awaited.count()).isEqualTo(4);
  }

  @Test
  void aMessageCountsAsSoonAsItIsAcknowledged() {
    assertThat(awaited.count()).isZero();
    sent.attempted(0, 0, 10);
    sent.ended(0, 9, 1, SendOutcome.ACKED);
    assertThat(awaited.count()).isEqualTo(1);
    sent.ended(0, 1, 1, SendOutcome.ACKED);
    sent.ended(0, 3, 1, SendOutcome.REJECTED);
    sent.attempted(0, 10, 2);
    assertThat(awaited.count()).isEqualTo(2);
    sent.ended(0, 5, 1, SendOutcome.ACKED);
    sent.ended(0, 11, 1, SendOutcome.ACKED);
    assertThat(awaited.count()).isEqualTo(4);
  }

  @Test
  void whatIsKnownOfIsNotLookedAtAgain() {
    sent.attempted(0, 0, 5000);
    sent.ended(0, 0, 5000, SendOutcome.ACKED);
    assertThat(awaited.count()).isEqualTo(2500);
    asked.clear();
    sent.attempted(0, 5000, 1);
    sent.ended(0, 5000, 1, SendOutcome.ACKED);
    assertThat(awaited.count()).isEqualTo(2500);
    assertThat(asked).containsExactly(5000L);
  }
}
