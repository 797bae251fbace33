package io.brokerbench.workload;

import io.brokerbench.record.MessageRandom;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Values that messages have in given shares: {@code 1KiB 70%, 10KiB 30%}. Which of them a message
 * has follows from its sender and its sequence, as if it were drawn. Immutable.
 *
 * @param values at least one
 * @param upTo for each value the sum of the shares up to its own, ascending; the last is 1
 * @param salt makes two properties of a message independent of each other
 */
public record Shares<T>(List<T> values, List<Double> upTo, int salt) {

  private static final Pattern PART = Pattern.compile("(?:(\\S+)\\s+)?([\\d.]+%)");

  private static final Pattern ZIPF =
      Pattern.compile("zipf\\((\\d{1,9})(?:,\\s*(\\d+(?:\\.\\d+)?))?\\)");

  private static final int MOST_EXPONENT = 10;

  /** Rounding of shares such as 33.3 %. */
  private static final double TOLERANCE = 1e-9;

  public Shares {
    values = List.copyOf(values);
    upTo = List.copyOf(upTo);
  }

  /** The same value for all messages. */
  static <T> Shares<T> only(T value) {
    return new Shares<>(List.of(value), List.of(1.0), 0);
  }

  /** Whether a text is in the notation of {@link #parse}. */
  static boolean isNotation(String text) {
    return text.contains("%");
  }

  /**
   * Parses values with their shares, separated by commas.
   *
   * @param value makes a value of its index and its text, which may be empty
   * @throws IllegalArgumentException if a part has no value or no share above 0 %, or the shares
   *     are not 100 % in all
   */
  static <T> Shares<T> parse(String text, int salt, BiFunction<Integer, String, T> value) {
    List<T> values = new ArrayList<>();
    List<Double> upTo = new ArrayList<>();
    double sum = 0;
    for (String part : text.split(",", -1)) {
      Matcher matcher = PART.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException("no share in " + part);
      }
      String name = matcher.group(1);
      values.add(value.apply(values.size(), name == null ? "" : name));
      double share = Quantities.share(matcher.group(2));
      if (share <= 0) {
        throw new IllegalArgumentException("no share above 0 % in " + part);
      }
      sum += share;
      upTo.add(sum);
    }
    if (Math.abs(sum - 1) > TOLERANCE) {
      throw new IllegalArgumentException("not 100 % in all");
    }
    upTo.set(upTo.size() - 1, 1.0);
    return new Shares<>(values, upTo, salt);
  }

  /**
   * The value of a part that has no name: its number, from 0.
   *
   * @throws IllegalArgumentException if it has a name
   */
  static Integer number(int index, String name) {
    if (!name.isEmpty()) {
      throw new IllegalArgumentException("a name");
    }
    return index;
  }

  /**
   * Parses {@code zipf(N)} or {@code zipf(N, exponent)}: the numbers below N with Zipf's
   * distribution, whose exponent is 1 unless stated.
   *
   * @param most the largest N
   * @param what the numbers stand for
   * @return empty if the text has another notation
   * @throws IllegalArgumentException if N is not from 1 to {@code most}, or the exponent above 10
   */
  static Optional<Shares<Integer>> parseZipf(String text, int most, String what, int salt) {
    Matcher zipf = ZIPF.matcher(text.strip());
    if (!zipf.matches()) {
      return Optional.empty();
    }
    int count = Integer.parseInt(zipf.group(1));
    double exponent = zipf.group(2) == null ? 1 : Double.parseDouble(zipf.group(2));
    if (count < 1 || count > most || exponent > MOST_EXPONENT) {
      throw new IllegalArgumentException(
          Text.of(
              "must be zipf of 1 to %,d %s and an exponent of at most %d, got \"%s\"",
              most, what, MOST_EXPONENT, text));
    }
    return Optional.of(zipf(count, exponent, salt));
  }

  /**
   * The numbers below a limit with Zipf's distribution: the share of number k is proportional to (k
   * + 1)^-exponent.
   *
   * @param exponent 0 gives all the same share
   */
  static Shares<Integer> zipf(int numbers, double exponent, int salt) {
    double[] weights =
        IntStream.range(0, numbers).mapToDouble(k -> Math.pow(k + 1.0, -exponent)).toArray();
    double all = IntStream.range(0, numbers).mapToDouble(k -> weights[k]).sum();
    List<Double> upTo = new ArrayList<>();
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
      upTo.add(sum / all);
    }
    upTo.set(numbers - 1, 1.0);
    return new Shares<>(IntStream.range(0, numbers).boxed().toList(), upTo, salt);
  }

  double share(int index) {
    return upTo.get(index) - (index == 0 ? 0 : upTo.get(index - 1));
  }

  public T of(int sender, long sequence) {
    return values.get(index(sender, sequence));
  }

  public int index(int sender, long sequence) {
    if (values.size() == 1) {
      return 0;
    }
    double point = MessageRandom.uniform(salt, sender, sequence, 0);
    int low = 0;
    int high = upTo.size() - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (point < upTo.get(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
