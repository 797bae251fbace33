package io.brokerbench.cluster.rabbitmq;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that are skipped, with the reason, where RabbitMQ is not installed; with {@code
 * BENCH_REQUIRE_RABBITMQ=1} in the environment they fail there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresRabbitMq.Condition.class)
@interface RequiresRabbitMq {

  /** Looks for it. */
  final class Condition implements ExecutionCondition {

    private static final String PROBLEM =
        "RabbitMQ is not installed here: scripts/rabbitmq/prepare does that";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (RabbitMqInstallation.parse("").isPresent()
          && RabbitMqInstallation.portMapper().isPresent()) {
        return ConditionEvaluationResult.enabled("RabbitMQ is installed");
      }
      if ("1".equals(System.getenv("BENCH_REQUIRE_RABBITMQ"))) {
        throw new ExtensionConfigurationException("BENCH_REQUIRE_RABBITMQ=1, but " + PROBLEM);
      }
      return ConditionEvaluationResult.disabled(PROBLEM);
    }
  }
}
