package io.brokerbench.it;

import io.brokerbench.testkit.Required;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that are skipped, with the reason, where Prometheus and its exporters are not installed;
 * with {@code BENCH_REQUIRE_PROMETHEUS=1} in the environment they fail there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresPrometheus.Condition.class)
@interface RequiresPrometheus {

  /** Whether they are installed. */
  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean installed =
          Stream.of(Exporters.SERVER, Exporters.NODE_EXPORTER, Exporters.PROCESS_EXPORTER)
              .map(Path::of)
              .allMatch(Files::isExecutable);
      return Required.condition(
          installed
              ? Optional.empty()
              : Optional.of("Prometheus is not installed; scripts/prometheus/prepare installs it"),
          "BENCH_REQUIRE_PROMETHEUS");
    }
  }
}
