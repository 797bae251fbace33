package io.brokerbench.workload;

import java.util.Locale;

/**
 * How many sends may be without an answer. Immutable.
 *
 * @param sends from 1; a send is a request, of as many messages as a batch has
 * @param each whether every sender has a limit of its own, rather than all of them one together
 */
public record InFlight(int sends, boolean each) {

  /** Any number, none of which is answered. */
  static final String UNANSWERED = "none";

  private static final int MOST = 1_000_000;
  private static final String RULE =
      "must be a whole number from 1 to 1,000,000 for all senders together, one such as 10 each, or"
          + " a share of each sender's messages per second such as 10%";

  /**
   * {@code none} for any number that nobody answers, {@code 64} for all senders together, {@code 10
   * each}, or {@code 10%} of what each of them is to send in a second, rounded, at least one.
   *
   * @param requestsPerSecond of each sender; NaN if it is not one rate
   * @throws IllegalArgumentException continues a sentence that begins with the key
   */
  public static InFlight parse(String text, double requestsPerSecond) {
    String trimmed = text.strip();
    if (trimmed.equals(UNANSWERED)) {
      return new InFlight(MOST, false);
    }
    try {
      if (trimmed.endsWith("%")) {
        return share(trimmed, requestsPerSecond);
      }
      boolean each = trimmed.endsWith("each");
      int sends =
          Integer.parseInt((each ? trimmed.substring(0, trimmed.length() - 4) : trimmed).strip());
      if (sends >= 1 && sends <= MOST) {
        return new InFlight(sends, each);
      }
    } catch (NumberFormatException e) {
      // falls through to the one message for all
    }
    throw new IllegalArgumentException(String.format(Locale.ROOT, "%s, got \"%s\"", RULE, text));
  }

  private static InFlight share(String text, double requestsPerSecond) {
    double percent = Double.parseDouble(text.substring(0, text.length() - 1).strip());
    if (Double.isNaN(requestsPerSecond)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "needs a load.rate that stays the same to be a share of it, got \"%s\"",
              text));
    }
    if (!(percent > 0)) {
      throw new NumberFormatException(text);
    }
    long sends = Math.round(percent / 100 * requestsPerSecond);
    return new InFlight((int) Math.min(MOST, Math.max(1, sends)), true);
  }

  /** {@code 64} for all senders together, {@code 10 each}. */
  public String text() {
    return each ? sends + " each" : Integer.toString(sends);
  }

  /** How many sends of all senders together. */
  public int ofAll(int senders) {
    return each ? (int) Math.min(Integer.MAX_VALUE, (long) sends * senders) : sends;
  }
}
