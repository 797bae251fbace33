package io.brokerbench.cluster.mqtt;

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
 * Tests that are skipped, with the reason, where Mosquitto is not installed; with {@code
 * BENCH_REQUIRE_MOSQUITTO=1} in the environment they fail there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresMosquitto.Condition.class)
@interface RequiresMosquitto {

  /** Looks for it. */
  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.condition(
          MqttInstallation.find().isPresent()
              ? Optional.empty()
              : Optional.of("Mosquitto is not installed here: scripts/mosquitto/prepare does that"),
          "BENCH_REQUIRE_MOSQUITTO");
    }
  }
}
