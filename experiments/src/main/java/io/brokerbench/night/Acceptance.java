package io.brokerbench.night;

import io.brokerbench.command.ExitCode;
import io.brokerbench.compare.Comparison;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a night becomes the accepted one, and why.
 *
 * @param code valid if it does; a missed limit, {@link ExitCode#BAD_INPUT} if there is nothing to
 *     compare, or {@link ExitCode#BROKER_FAILED} if a cell lacks runs
 * @param text the reason, one line
 */
record Acceptance(ExitCode code, String text) {

  /** Intervals need two runs, in this comparison and in the next one. */
  private static final int FEWEST_RUNS = 2;

  /**
   * The number of usable runs of a cell without which it cannot be compared.
   *
   * @param repeat runs of each cell of this night
   * @param accepted runs of a cell of the accepted night, which one of fewer runs does not replace;
   *     0 if there is none
   */
  static int needed(int repeat, int accepted) {
    return Math.min(Math.max(repeat, accepted), FEWEST_RUNS);
  }

  /**
   * Decides on a night.
   *
   * @param night its name
   * @param accepted the name of the accepted night, if there is one
   * @param file the file with that name
   * @param lacking the names of cells with fewer usable runs than needed
   * @param needed usable runs that a cell needs
   * @param missed requirements that usable runs missed, and promises that they broke
   * @param comparison with the accepted night; empty if it cannot be compared
   */
  static Acceptance of(
      String night,
      Optional<String> accepted,
      Path file,
      List<String> lacking,
      int needed,
      long missed,
      Optional<Comparison> comparison) {
    String kept = accepted.orElse("none");
    if (comparison.isPresent() && comparison.get().regressions() > 0) {
      return refused(
          ExitCode.LIMIT_MISSED,
          "REGRESSION: night %s is not accepted; the accepted one remains %s",
          night,
          kept);
    }
    if (missed > 0) {
      return refused(
          ExitCode.LIMIT_MISSED,
          "not accepted: requirements missed or promises broken: %d; the accepted night remains %s",
          missed,
          kept);
    }
    if (!lacking.isEmpty()) {
      return refused(
          ExitCode.BROKER_FAILED,
          "not accepted: fewer than %d usable runs of %s; the accepted night remains %s",
          needed,
          String.join(", ", lacking),
          kept);
    }
    if (accepted.isEmpty()) {
      return new Acceptance(
          ExitCode.VALID,
          String.format(
              Locale.ROOT,
              "accepted: night %s, the first; there was nothing to compare it with",
              night));
    }
    if (comparison.isEmpty()) {
      return refused(
          ExitCode.BAD_INPUT,
          "not accepted: it cannot be compared with %s; if that is meant: echo %s > %s",
          kept,
          night,
          file);
    }
    if (comparison.get().lacksCells()) {
      return refused(
          ExitCode.BROKER_FAILED,
          "not accepted: it lacks cells of %s (see \"not here\"); if that is meant:"
              + " echo %s > %s",
          kept,
          night,
          file);
    }
    return new Acceptance(
        ExitCode.VALID,
        String.format(Locale.ROOT, "accepted: night %s, in place of %s", night, kept));
  }

  private static Acceptance refused(ExitCode code, String format, Object... facts) {
    return new Acceptance(code, String.format(Locale.ROOT, format, facts));
  }
}
