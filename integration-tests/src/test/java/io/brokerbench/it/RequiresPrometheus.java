package io.brokerbench.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
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
      if (Files.isExecutable(Path.of(Exporters.SERVER))
          && Files.isExecutable(Path.of(Exporters.NODE_EXPORTER))
          && Files.isExecutable(Path.of(Exporters.PROCESS_EXPORTER))) {
        return ConditionEvaluationResult.enabled("Prometheus is installed");
      }
      String why = "Prometheus is not installed; scripts/prometheus/prepare installs it";
      if ("1".equals(System.getenv("BENCH_REQUIRE_PROMETHEUS"))) {
        throw new ExtensionConfigurationException("BENCH_REQUIRE_PROMETHEUS=1, but " + why);
      }
      return ConditionEvaluationResult.disabled(why);
    }
  }
}
