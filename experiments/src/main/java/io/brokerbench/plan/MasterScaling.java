package io.brokerbench.plan;

import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The measured safe load of several masters, as a multiple of that of one.
 *
 * <p>It becomes that of N masters by the universal scalability law without its coherency term, X(N)
 * = X(1) N / (1 + sigma (N - 1)), because RocketMQ's masters do not coordinate ({@link
 * UniversalScalability} has the source). Where the masters lose nothing to each other, sigma is 0.
 *
 * @param masters number of masters that were measured together, at least 2
 * @param gain their safe load divided by that of one, above 0
 * @param lowest the gain if one sustains as much, and several sustain as little, as their searches
 *     leave open; empty if the search with one master has no upper end
 * @param highest the gain in the opposite case; empty if the search with several has no upper end
 * @param origin source of the figures, for display
 */
public record MasterScaling(
    int masters, double gain, OptionalDouble lowest, OptionalDouble highest, String origin) {

  public MasterScaling {
    if (masters < 2) {
      throw new IllegalArgumentException("scaling needs two masters or more, got " + masters);
    }
    PlanLimits.check(gain > 0 && Double.isFinite(gain), "gain", "above 0", gain);
  }

  /**
   * Contention, sigma: from 0, if each sustains as much as one alone, to 1, if all together sustain
   * no more than one.
   */
  double contention() {
    return Math.min(1, Math.max(0, (masters / gain - 1) / (masters - 1)));
  }

  /** The safe load of each of {@code n} masters, as a share of that of one alone. */
  static double share(double contention, long n) {
    return 1 / (1 + contention * (n - 1));
  }

  /**
   * The smallest number of masters that bears a load.
   *
   * @param load multiple of the usable load of one master, above 0
   * @return empty if no number bears it
   */
  static OptionalLong mastersFor(double load, double contention) {
    if (load * Plan.ROUNDING <= 1) {
      return OptionalLong.of(1);
    }
    double left = 1 - contention * load;
    return left > 1 - Plan.ROUNDING
        ? OptionalLong.of((long) Math.ceil(load * (1 - contention) / left * Plan.ROUNDING))
        : OptionalLong.empty();
  }

  /** The statement of what was measured. */
  String text() {
    return Text.of(
        "%s masters sustained %.2f times the load of one [%s, %s], %s",
        Units.count(masters), gain, end(lowest), end(highest), origin);
  }

  private static String end(OptionalDouble end) {
    return end.isPresent() ? Text.of("%.2f", end.getAsDouble()) : "open";
  }
}
