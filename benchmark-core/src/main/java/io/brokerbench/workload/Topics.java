package io.brokerbench.workload;

import io.brokerbench.units.Text;

/**
 * The topics of a run. Which of them a message goes to follows from its sender and its sequence,
 * independently of its size, key and tag.
 *
 * @param numbers of the topics by share, from 0
 * @param shares as configured
 */
public record Topics(Shares<Integer> numbers, String shares) {

  private static final int MOST = 10_000;
  private static final String EQUAL = "equal";
  private static final int SALT = "topics".hashCode();

  static Topics read(Settings settings) {
    int count = (int) settings.integer("topic.count", 1, MOST);
    return new Topics(
        settings.parsed("topic.shares", text -> numbers(text.strip(), count)),
        settings.text("topic.shares").strip());
  }

  private static Shares<Integer> numbers(String text, int count) {
    if (text.equals(EQUAL)) {
      return Shares.zipf(count, 0, SALT);
    }
    Shares<Integer> numbers =
        Shares.parseZipf(text, MOST, "topics", SALT).orElseGet(() -> stated(text));
    if (numbers.values().size() != count) {
      throw new IllegalArgumentException(
          Text.of(
              "must have as many shares as there are topics (topic.count), %,d, got \"%s\"",
              count, text));
    }
    return numbers;
  }

  private static Shares<Integer> stated(String text) {
    try {
      return Shares.parse(text, SALT, Shares::number);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Text.of(
              "must be equal, shares of 100 %% in all, such as 70%%, 20%%, 10%%, or a distribution"
                  + " such as zipf(100), got \"%s\"",
              text),
          e);
    }
  }

  public int count() {
    return numbers.values().size();
  }

  public boolean several() {
    return count() > 1;
  }

  /** Number and shares, as in "3 topics, shares: 70%, 20%, 10%". */
  public String text() {
    return Text.of("%,d topics, shares: %s", count(), shares);
  }
}
