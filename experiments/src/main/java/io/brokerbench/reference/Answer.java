package io.brokerbench.reference;

import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run agrees with a published statement. If the load per processor differs from the
 * published one, a run may leave it undecided: brokers that cope with a smaller load may fail under
 * the published one, and brokers that fail under a larger load may cope with the published one.
 */
final class Answer {

  static final String AGREES = "agrees";

  /** Loads per processor within a tenth of each other count as equal. */
  private static final double EQUAL = 1.1;

  private static final int DIGITS = 2;

  private Answer() {}

  /**
   * The load per processor of a run, relative to the published one.
   *
   * @param load load per processor here / there
   * @param scale scale of the rate here
   */
  record Strain(double load, double scale) {

    /**
     * The strain of a run; empty if the publication does not state its processors.
     *
     * @param processors processors of all published brokers together
     */
    static Optional<Strain> of(StoredRun run, @Nullable Integer processors) {
      // The processors of an external cluster are unknown.
      if (processors == null || "external".equals(run.settings().get("cluster.host"))) {
        return Optional.empty();
      }
      double scale = factor(run.settings(), "scale") * factor(run.settings(), "scale.clients");
      double here = run.result().environment().host().logicalProcessors();
      return Optional.of(new Strain(scale * processors / here, scale));
    }

    private static double factor(Map<String, String> settings, String key) {
      return Double.parseDouble(settings.getOrDefault(key, "1"));
    }

    /** The scale at which the load per processor is the published one. */
    private String equalScale(RoundingMode rounding) {
      return new BigDecimal(scale / load)
          .round(MathContext.DECIMAL32)
          .round(new MathContext(DIGITS, rounding))
          .toPlainString();
    }
  }

  /**
   * The answer as text.
   *
   * @param agrees whether the run fits the statement
   * @param copes whether the run does well: with a smaller load it proves nothing, as a run that
   *     does badly does with a larger load
   * @param rule what the statement means in numbers
   */
  static String of(boolean agrees, boolean copes, Optional<Strain> strain, String rule) {
    if (strain.isPresent() && copes && strain.get().load < 1 / EQUAL) {
      return cannotTell(strain.get(), "a smaller", "more", RoundingMode.UP);
    }
    if (strain.isPresent() && !copes && strain.get().load > EQUAL) {
      return cannotTell(strain.get(), "a larger", "less", RoundingMode.DOWN);
    }
    return agrees ? AGREES : "differs: " + rule;
  }

  private static String cannotTell(
      Strain strain, String comparison, String direction, RoundingMode rounding) {
    return Text.of(
        "cannot be decided at this scale: %s load per processor (%.2g times theirs); a scale of %s or %s would do",
        comparison, strain.load, strain.equalScale(rounding), direction);
  }
}
