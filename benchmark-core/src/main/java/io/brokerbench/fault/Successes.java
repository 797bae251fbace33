package io.brokerbench.fault;

import io.brokerbench.record.SendOutcome;
import java.util.Arrays;

/** The acknowledgements of a run in the order of time. Immutable. */
final class Successes {

  /** For each of them twice its tick, plus one if it was late. */
  private final long[] answers;

  private Successes(long[] answers) {
    this.answers = answers;
  }

  /**
   * Sorts the acknowledgements.
   *
   * @param slowTicks maximum response that is not slow
   */
  static Successes of(DueMessages due, long slowTicks) {
    long[] answers = new long[due.size()];
    int size = 0;
    for (int i = 0; i < due.size(); i++) {
      long message = due.get(i);
      if (PackedMessage.hasOutcome(message, SendOutcome.ACKED)) {
        int late = PackedMessage.response(message) > slowTicks ? 1 : 0;
        answers[size++] = 2 * PackedMessage.end(message) + late;
      }
    }
    Arrays.sort(answers, 0, size);
    return new Successes(size == answers.length ? answers : Arrays.copyOf(answers, size));
  }

  int size() {
    return answers.length;
  }

  long tick(int index) {
    return answers[index] / 2;
  }

  boolean isLate(int index) {
    return answers[index] % 2 != 0;
  }

  /** Index of the first one at this tick or later. */
  int from(long tick) {
    return TickSearch.from(tick, answers.length, this::tick);
  }
}
