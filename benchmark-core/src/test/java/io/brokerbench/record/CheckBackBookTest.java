package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.page.PageStore;
import org.junit.jupiter.api.Test;

final class CheckBackBookTest {

  private static final int RUN = 5;

  private final CheckBackBook book = new CheckBackBook(RUN, new PageStore());

  @Test
  void anUnknownOneIsAnsweredByWhatItCarriesAndResolvedOnce() {
    MessageHeader header =
        header(3, new TransactionOutcome(Resolution.UNKNOWN, 1, Resolution.COMMIT));
    assertThat(book.check(header, 1)).isEqualTo(Resolution.UNKNOWN);
    assertThat(book.isResolved(2, 3)).isFalse();
    assertThat(book.check(header, 2)).isEqualTo(Resolution.COMMIT);
    assertThat(book.isResolved(2, 3)).isTrue();
    assertThat(book.isResolved(2, 4)).isFalse();
    assertThat(book.isResolved(3, 3)).isFalse();
    assertThat(book.resolutions()).isEqualTo(1);
    assertCounts(2, 0, 0, 0);
  }

  @Test
  void whoeverAsksAgainIsAnsweredTheSameAndCounted() {
    MessageHeader header =
        header(3, new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.ROLLBACK));
    book.check(header, 1);
    assertThat(book.check(header, 1)).isEqualTo(Resolution.ROLLBACK);
    assertThat(book.check(header, 2)).isEqualTo(Resolution.ROLLBACK);
    assertCounts(3, 0, 2, 0);
    assertThat(book.resolutions()).isEqualTo(1);
  }

  @Test
  void onlyACommitMakesAMessageVisibleAndOnlyOnceToThoseWhoWantIt() {
    CheckBackBook odd =
        new CheckBackBook(
            RUN,
            new PageStore(),
            (producer, sequence) -> sequence % 2 == 1 ? Visibility.YES : Visibility.NO);
    TransactionOutcome commits = new TransactionOutcome(Resolution.UNKNOWN, 1, Resolution.COMMIT);
    odd.check(header(3, commits), 1);
    assertThat(odd.madeVisible()).isZero();
    odd.check(header(3, commits), 2);
    odd.check(header(3, commits), 3);
    odd.check(header(4, commits), 2);
    odd.check(header(5, new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.ROLLBACK)), 1);
    odd.check(header(7, TransactionOutcome.COMMITTED), 1);
    assertThat(odd.madeVisible()).isEqualTo(1);
  }

  @Test
  void aMessageThatTwoProcessesResolveCountsInOneOfThem() {
    CheckBackBook one = ofSeveral();
    CheckBackBook other = ofSeveral();
    TransactionOutcome commits = new TransactionOutcome(Resolution.UNKNOWN, 1, Resolution.COMMIT);
    // The broker has not received the answer to the second check-back.
    one.check(header(3, commits), 1);
    one.check(header(3, commits), 2);
    assertThat(other.check(header(3, commits), 3)).isEqualTo(Resolution.COMMIT);
    assertThat(other.isResolved(2, 3)).isTrue();
    assertThat(one.resolutions()).isEqualTo(1);
    assertThat(one.madeVisible()).isEqualTo(1);
    assertThat(other.resolutions()).isZero();
    assertThat(other.madeVisible()).isZero();
    // What was left open elsewhere is resolved here.
    one.check(header(4, commits), 1);
    other.check(header(4, commits), 2);
    assertThat(other.resolutions()).isEqualTo(1);
    assertThat(other.madeVisible()).isEqualTo(1);
  }

  private static CheckBackBook ofSeveral() {
    return CheckBackBook.ofSeveral(RUN, new PageStore(), (producer, sequence) -> Visibility.YES);
  }

  @Test
  void theOnlyProcessCountsAMessageWhoseFirstCheckBackIsLost() {
    book.check(header(3, new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.COMMIT)), 2);
    assertThat(book.resolutions()).isEqualTo(1);
    assertThat(book.madeVisible()).isEqualTo(1);
  }

  @Test
  void aCheckOfATransactionThatHadAnEndIsUnexpected() {
    assertThat(book.check(header(3, TransactionOutcome.COMMITTED), 1)).isEqualTo(Resolution.COMMIT);
    TransactionOutcome rolledBack =
        new TransactionOutcome(Resolution.ROLLBACK, 0, Resolution.ROLLBACK);
    assertThat(book.check(header(4, rolledBack), 1)).isEqualTo(Resolution.ROLLBACK);
    assertCounts(2, 2, 0, 0);
    // A drain that waits for the unknown ones goes on.
    assertThat(book.resolutions()).isZero();
  }

  @Test
  void strangersAreLeftToTheirProducersAndCountedApart() {
    TransactionOutcome outcome = new TransactionOutcome(Resolution.UNKNOWN, 0, Resolution.COMMIT);
    MessageHeader own = header(3, outcome);
    assertThat(book.check(null, 1)).isEqualTo(Resolution.UNKNOWN);
    assertThat(book.check(of(RUN + 1, 3, outcome, true), 1)).isEqualTo(Resolution.UNKNOWN);
    assertThat(book.check(of(RUN, 3, outcome, false), 1)).isEqualTo(Resolution.UNKNOWN);
    assertThat(book.isResolved(own.producer(), own.sequence())).isFalse();
    assertCounts(3, 0, 0, 3);
  }

  private static MessageHeader header(long sequence, TransactionOutcome outcome) {
    return of(RUN, sequence, outcome, true);
  }

  private static MessageHeader of(
      int run, long sequence, TransactionOutcome outcome, boolean intact) {
    return TestHeader.of(run, 2, sequence, outcome, intact);
  }

  private void assertCounts(long checks, long unexpected, long duplicate, long foreign) {
    assertThat(book.counts())
        .isEqualTo(new CheckBackBook.Counts(checks, unexpected, duplicate, foreign));
  }
}
