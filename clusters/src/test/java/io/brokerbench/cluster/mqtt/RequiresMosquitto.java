package io.brokerbench.cluster.mqtt;

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
 * Tests that are skipped, with the reason, where Mosquitto is not installed; with {@code
 * BENCH_REQUIRE_MOSQUITTO=1} in the environment they fail there.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresMosquitto.Condition.class)
@interface RequiresMosquitto {

  /** Looks for it. */
  final class Condition implements ExecutionCondition {

    private static final String PROBLEM =
        "Mosquitto is not installed here: scripts/mosquitto/prepare does that";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (MqttInstallation.find().isPresent()) {
        return ConditionEvaluationResult.enabled("Mosquitto is installed");
      }
      if ("1".equals(System.getenv("BENCH_REQUIRE_MOSQUITTO"))) {
        throw new ExtensionConfigurationException("BENCH_REQUIRE_MOSQUITTO=1, but " + PROBLEM);
      }
      return ConditionEvaluationResult.disabled(PROBLEM);
    }
  }
}
