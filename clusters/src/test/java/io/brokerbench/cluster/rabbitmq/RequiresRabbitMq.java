package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.testkit.Required;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
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

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean installed =
          RabbitMqInstallation.parse("").isPresent()
              && RabbitMqInstallation.portMapper().isPresent();
      return Required.condition(
          installed
              ? Optional.empty()
              : Optional.of("RabbitMQ is not installed here: scripts/rabbitmq/prepare does that"),
          "BENCH_REQUIRE_RABBITMQ");
    }
  }
}
