package io.brokerbench.published;

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
 *
 * @param text for display, with the rule that is broken or the load that would do
 */
record Answer(Answer.Kind kind, String text) {

  enum Kind {
    AGREES("agrees", "agree"),
    DIFFERS("differs", "differ"),
    /**
     * The load per processor is too small or too large to decide, there is no figure of the same
     * kind, or runs vary too much or are too few.
     */
    UNDECIDED("undecided", "undecided");

    private final String ofOne;
    private final String ofMany;

    Kind(String ofOne, String ofMany) {
      this.ofOne = ofOne;
      this.ofMany = ofMany;
    }

    /** What some figures do, with their number: 1 agrees, 2 differ; or are: 3 undecided. */
    String text(long figures) {
      return Text.of("%d %s", figures, figures == 1 ? ofOne : ofMany);
    }
  }

  /** Loads per processor within a tenth of each other count as equal. */
  private static final double EQUAL = 1.1;

  private static final int DIGITS = 2;

  /** Of two figures whose ratio is shown as 1.00, each is this many percent of the other. */
  private static final long SAME = 100;

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
      // The processors of brokers elsewhere are unknown.
      if (processors == null
          || "external".equals(run.settings().get("cluster.host"))
          || !run.result().resources().namedNodes().isEmpty()) {
        return Optional.empty();
      }
      double scale =
          number(run.settings(), "scale", 1) * number(run.settings(), "scale.clients", 1);
      return Optional.of(new Strain(scale * processors / processorsOfBrokers(run), scale));
    }

    /** The processors of the host, or fewer if containers limit all brokers together to that. */
    private static double processorsOfBrokers(StoredRun run) {
      double host = run.result().environment().host().logicalProcessors();
      double each = number(run.settings(), "cluster.container.cpus", 0);
      return each > 0 ? Math.min(host, each * run.result().resources().brokers().size()) : host;
    }

    private static double number(Map<String, String> settings, String key, double otherwise) {
      return Double.parseDouble(settings.getOrDefault(key, Double.toString(otherwise)));
    }

    /** The published number of processors, as a multiple of that here. */
    private double processors() {
      return load / scale;
    }

    /** Whether that number is another one than here. */
    boolean otherProcessors() {
      return processors() > EQUAL || processors() < 1 / EQUAL;
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
   * Holds a run against a statement.
   *
   * @param agrees whether the run fits the statement
   * @param copes whether the run does well: with a smaller load it proves nothing, as a run that
   *     does badly does with a larger load
   * @param rule what the statement means in numbers
   */
  static Answer of(boolean agrees, boolean copes, Optional<Strain> strain, String rule) {
    if (strain.isPresent() && copes && strain.get().load < 1 / EQUAL) {
      return undecided(strain.get(), "a smaller", "at least", RoundingMode.UP);
    }
    if (strain.isPresent() && !copes && strain.get().load > EQUAL) {
      return undecided(strain.get(), "a larger", "at most", RoundingMode.DOWN);
    }
    return agrees
        ? new Answer(Kind.AGREES, "agrees")
        : new Answer(Kind.DIFFERS, "differs: " + rule);
  }

  /**
   * Holds the interval of a measured figure against a published one, by the digits of ratios that
   * are shown.
   *
   * @param tolerance factor within which figures agree, above 1
   */
  static Answer of(Measured measured, PublishedValue published, double tolerance) {
    if (percent(measured.low() / published.low()) >= percent(1 / tolerance)
        && percent(measured.high() / published.high()) <= percent(tolerance)) {
      return new Answer(Kind.AGREES, "agrees");
    }
    if (percent(measured.high() / published.low()) < SAME) {
      return new Answer(Kind.DIFFERS, "differs: lower");
    }
    if (percent(measured.low() / published.high()) > SAME) {
      return new Answer(Kind.DIFFERS, "differs: higher");
    }
    return undecided("cannot tell, the interval includes the published figure");
  }

  private static long percent(double ratio) {
    return Math.round(ratio * SAME);
  }

  /**
   * Why a rate that differs, or is held against a bound, proves nothing, whatever the scale: fewer
   * processors bear less, and more bear more. Empty if that does not explain it.
   *
   * @param tolerance as for every figure
   */
  static Optional<String> otherProcessors(
      Measured rate, PublishedValue published, double tolerance, Optional<Strain> strain) {
    Double value = rate.value();
    if (value == null
        || strain.isEmpty()
        || !(published.bound() || of(rate, published, tolerance).kind == Kind.DIFFERS)) {
      return Optional.empty();
    }
    double processors = strain.get().processors();
    return (value < published.low() ? processors > EQUAL : processors < 1 / EQUAL)
        ? Optional.of(Text.of("published with %.2g times the processors", processors))
        : Optional.empty();
  }

  /** An answer that no figure of the run gives. */
  static Answer undecided(String reason) {
    return new Answer(Kind.UNDECIDED, "undecided: " + reason);
  }

  private static Answer undecided(
      Strain strain, String comparison, String limit, RoundingMode rounding) {
    return undecided(
        Text.of(
            "%s load per processor (%.2g times theirs); %s %s of the published load would do",
            comparison, strain.load, limit, strain.equalScale(rounding)));
  }
}
