package io.brokerbench.it;

import io.brokerbench.testkit.Required;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that are skipped, with the reason, where there is no Docker engine or no image; with {@code
 * BENCH_REQUIRE_DOCKER=1} in the environment they fail there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("containers")
@ExtendWith(RequiresDocker.Condition.class)
@interface RequiresDocker {

  /** Checks for the engine and the images, once per JVM. */
  final class Condition implements ExecutionCondition {

    private static final Optional<String> PROBLEM = Docker.problem();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.condition(PROBLEM, "BENCH_REQUIRE_DOCKER");
    }
  }
}
