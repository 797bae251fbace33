package io.brokerbench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * What tests need beyond a JDK. They are skipped where it is missing, with the reason; if a
 * variable of the environment, such as {@code BENCH_REQUIRE_DOCKER}, is 1, they fail there.
 */
public final class Required {

  private Required() {}

  /**
   * The answer of a condition.
   *
   * @param problem what is missing and how to get it; empty if nothing is missing
   */
  public static ConditionEvaluationResult condition(Optional<String> problem, String variable) {
    if (problem.isEmpty()) {
      return ConditionEvaluationResult.enabled("nothing is missing");
    }
    if (isDemanded(variable)) {
      throw new ExtensionConfigurationException(variable + "=1, but " + problem.get());
    }
    return ConditionEvaluationResult.disabled(problem.get());
  }

  /** The same for the calling test. */
  public static void orSkip(Optional<String> problem, String variable) {
    if (isDemanded(variable)) {
      assertThat(problem).as("%s=1", variable).isEmpty();
    }
    assumeThat(problem).isEmpty();
  }

  private static boolean isDemanded(String variable) {
    return "1".equals(System.getenv(variable));
  }
}
