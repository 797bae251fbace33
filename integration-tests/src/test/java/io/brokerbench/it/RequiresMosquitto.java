package io.brokerbench.it;

import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
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
 * Tests that are skipped, with the reason, where mosquitto is not installed; with {@code
 * BENCH_REQUIRE_MOSQUITTO=1} in the environment they fail there.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresMosquitto.Condition.class)
@interface RequiresMosquitto {

  /** Asks the settings, which know where it would be. */
  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      SettingsReader reader = Workload.reference();
      reader.assign("driver=mqtt");
      reader.assign("cluster.broker=mosquitto");
      try {
        Experiment.check(reader, "test");
        return ConditionEvaluationResult.enabled("mosquitto is installed");
      } catch (SettingsException e) {
        String why = e.getMessage() + "; scripts/mosquitto/prepare installs it";
        if ("1".equals(System.getenv("BENCH_REQUIRE_MOSQUITTO"))) {
          throw new ExtensionConfigurationException("BENCH_REQUIRE_MOSQUITTO=1, but " + why);
        }
        return ConditionEvaluationResult.disabled(why);
      }
    }
  }
}
