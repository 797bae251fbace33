package io.brokerbench.workload;

import io.brokerbench.units.Text;

/**
 * Limit of sends in flight. Immutable.
 *
 * @param sends from 1; a send is one request with a batch of messages
 * @param each whether the limit applies to each sender, instead of all senders together
 */
public record InFlight(int sends, boolean each) {

  /** No limit, and no answers. */
  static final String UNANSWERED = "none";

  private static final int MOST = 1_000_000;
  private static final String RULE =
      "must be a whole number from 1 to 1,000,000 for all senders together, one such as 10 each, or"
          + " a share of each sender's messages per second such as 10%";

  /**
   * Parses a limit: {@code none} for any number of sends without answers, {@code 64} for all
   * senders together, {@code 10 each}, or {@code 10%} of the requests per second of each sender,
   * rounded, at least one.
   *
   * @param requestsPerSecond of each sender; NaN if the rate is not constant
   * @throws IllegalArgumentException with a message that continues a sentence starting with the key
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
      // falls through to the common message
    }
    throw new IllegalArgumentException(Text.of("%s, got \"%s\"", RULE, text));
  }

  private static InFlight share(String text, double requestsPerSecond) {
    double percent = Double.parseDouble(text.substring(0, text.length() - 1).strip());
    if (Double.isNaN(requestsPerSecond)) {
      throw new IllegalArgumentException(
          Text.of("needs a load.rate that stays the same to be a share of it, got \"%s\"", text));
    }
    long sends = Math.round(percent / 100 * requestsPerSecond);
    if (!(percent > 0) || sends > MOST) {
      throw new NumberFormatException(text);
    }
    return new InFlight((int) Math.max(1, sends), true);
  }

  /** The limit for fewer senders: one for all of them together is smaller, at least 1. */
  InFlight times(double senders) {
    return each || sends == MOST
        ? this
        : new InFlight((int) Math.max(1, Math.round(sends * senders)), false);
  }

  /** The notation: {@code 64} for all senders together, {@code 10 each}. */
  public String text() {
    return each ? sends + " each" : Integer.toString(sends);
  }

  /** Limit for all senders together. */
  public int ofAll(int senders) {
    return each ? (int) Math.min(Integer.MAX_VALUE, (long) sends * senders) : sends;
  }
}
