package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;
import org.junit.jupiter.api.Test;

final class SendBookTest {

  private final SendBook book = new SendBook(new PageStore());

  @Test
  void aBatchHasOneOutcome() {
    book.attempted(2, 0, 5);
    book.attempted(2, 5, 5);
    assertThat(book.attempted(2)).isEqualTo(10);
    book.ended(2, 5, 5, SendOutcome.REJECTED);
    book.ended(2, 0, 5, SendOutcome.ACKED);
    for (int i = 0; i < 5; i++) {
      assertThat(book.outcome(2, i)).isEqualTo(SendOutcome.ACKED);
      assertThat(book.outcome(2, i + 5)).isEqualTo(SendOutcome.REJECTED);
    }
    assertThat(book.producers()).isEqualTo(3);
  }

  @Test
  void whatHasNoOutcomeIsUnknown() {
    book.attempted(0, 0, 2);
    book.ended(0, 1, 1, SendOutcome.UNKNOWN);
    assertThat(book.outcome(0, 0)).isEqualTo(SendOutcome.UNKNOWN);
    assertThat(book.outcome(0, 1)).isEqualTo(SendOutcome.UNKNOWN);
    assertThat(book.attempted(1)).isZero();
  }

  @Test
  void onlyPagesWithoutAGapAreAllAcknowledged() {
    book.attempted(0, 0, 3 * PagedBits.PAGE);
    for (int i = 0; i < 3 * PagedBits.PAGE; i++) {
      book.ended(0, i, 1, i == PagedBits.PAGE + 5 ? SendOutcome.REJECTED : SendOutcome.ACKED);
    }
    assertThat(book.allEnded(0, 0, SendOutcome.ACKED)).isTrue();
    assertThat(book.allEnded(0, PagedBits.PAGE, SendOutcome.ACKED)).isFalse();
    assertThat(book.allEnded(0, 2 * PagedBits.PAGE, SendOutcome.ACKED)).isTrue();
    assertThat(book.outcome(0, PagedBits.PAGE + 5)).isEqualTo(SendOutcome.REJECTED);
    assertThat(book.outcome(0, PagedBits.PAGE + 6)).isEqualTo(SendOutcome.ACKED);
  }
}
