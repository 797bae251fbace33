package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SharesTest {

  private static final int SENDERS = 4;
  private static final int MESSAGES = 50_000;

  /** Pearson's statistic of all messages of a few senders. */
  private static double chiSquared(Shares<?> shares) {
    long[] counts = new long[shares.values().size()];
    for (int sender = 0; sender < SENDERS; sender++) {
      for (long sequence = 0; sequence < MESSAGES; sequence++) {
        counts[shares.index(sender, sequence)]++;
      }
    }
    double sum = 0;
    double before = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = (shares.upTo().get(i) - before) * SENDERS * MESSAGES;
      before = shares.upTo().get(i);
      sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
  }

  private static Shares<String> parsed(String text) {
    return Shares.parse(text, 7, (index, value) -> index + value);
  }

  @Test
  void messagesHaveTheirValuesInTheStatedShares() {
    Shares<String> shares = parsed("a 62.5%, 30% , c 7.5%");
    assertThat(shares.values()).containsExactly("0a", "1", "2c");
    assertThat(shares.upTo().get(1)).isCloseTo(0.925, within(1e-12));
    // 99.9 % quantiles of the distribution with 2 and 99 degrees of freedom.
    assertThat(chiSquared(shares)).isLessThan(13.8);
    assertThat(chiSquared(Shares.zipf(100, 1.1, 3))).isLessThan(148.3);
  }

  @Test
  void theShareOfAKeyFallsWithItsNumber() {
    Shares<Integer> keys = Shares.zipf(4, 1, 0);
    // 1 + 1/2 + 1/3 + 1/4 = 25/12
    assertThat(keys.upTo().get(0)).isCloseTo(12 / 25.0, within(1e-12));
    assertThat(keys.upTo().get(1)).isCloseTo(18 / 25.0, within(1e-12));
    assertThat(Shares.zipf(4, 0, 0).upTo()).containsExactly(0.25, 0.5, 0.75, 1.0);
  }

  @Test
  void aMessageHasAlwaysTheSameValueAndSendersAndPropertiesDiffer() {
    Shares<Integer> sizes = Shares.zipf(8, 0, "sizes".hashCode());
    Shares<Integer> tags = Shares.zipf(8, 0, "tags".hashCode());
    int likeOtherSender = 0;
    int likeOtherProperty = 0;
    Set<Integer> found = new HashSet<>();
    for (long sequence = 0; sequence < MESSAGES; sequence++) {
      int index = sizes.index(3, sequence);
      found.add(index);
      assertThat(sizes.index(3, sequence)).isEqualTo(index);
      likeOtherSender += sizes.index(4, sequence) == index ? 1 : 0;
      likeOtherProperty += tags.index(3, sequence) == index ? 1 : 0;
    }
    assertThat(found).hasSize(8);
    // One in eight is alike by chance.
    assertThat(likeOtherSender).isBetween(MESSAGES / 10, MESSAGES / 7);
    assertThat(likeOtherProperty).isBetween(MESSAGES / 10, MESSAGES / 7);
  }

  @Test
  void oneValueNeedsNoShare() {
    Shares<Integer> one = Shares.only(1024);
    assertThat(one.of(3, 77)).isEqualTo(1024);
    assertThat(Shares.isNotation("1024")).isFalse();
    assertThat(Shares.isNotation("1KiB 50%, 2KiB 50%")).isTrue();
  }
}
