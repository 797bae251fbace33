package io.brokerbench.it;

import io.brokerbench.run.Experiment;
import io.brokerbench.testkit.Required;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A condition that a broker is installed, as determined by the check of the settings. */
abstract class Installed implements ExecutionCondition {

  private final String script;
  private final String required;
  private final List<String> assignments;

  /**
   * A condition for a broker.
   *
   * @param script script that installs it
   * @param required environment variable that is 1 if a missing broker is a failure
   * @param assignments settings that require the broker
   */
  Installed(String script, String required, String... assignments) {
    this.script = script;
    this.required = required;
    this.assignments = List.of(assignments);
  }

  @Override
  public final ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    SettingsReader reader = Workload.defaults();
    assignments.forEach(reader::assign);
    Optional<String> problem = Optional.empty();
    try {
      Experiment.check(reader, "test");
    } catch (SettingsException e) {
      problem = Optional.of(e.getMessage() + "; " + script + " installs it");
    }
    return Required.condition(problem, required);
  }
}
