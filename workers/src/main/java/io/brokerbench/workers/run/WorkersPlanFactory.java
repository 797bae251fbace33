package io.brokerbench.workers.run;

import io.brokerbench.file.BadInputException;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.generator.GeneratorPlanFactory;
import io.brokerbench.workers.access.Credentials;
import io.brokerbench.workers.worker.LocalWorkers;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.WorkerSettings;
import io.brokerbench.workload.Workload;
import java.util.Optional;

/** Plans the workers of a run. */
public final class WorkersPlanFactory implements GeneratorPlanFactory {

  @Override
  public GeneratorPlan plan(Settings settings, Workload workload) {
    SettingsInForce shown = SettingsInForce.of(settings);
    for (String key : shown.given()) {
      if (shown.value(key).equals(Secrets.HIDDEN)) {
        settings.problem(
            key, "must be given as env:NAME or file:PATH, which each worker resolves itself");
      }
    }
    WorkerSettings wanted = workload.workers();
    Optional<Credentials> credentials = Optional.empty();
    if (wanted.local()) {
      WorkersPlan.misfit(wanted, LocalWorkers.names(wanted.count()))
          .ifPresent(misfit -> settings.problem("workers.shares", misfit));
    } else {
      try {
        credentials =
            wanted.credentials().isEmpty()
                ? Optional.empty()
                : Optional.of(Credentials.ofController(wanted.credentials().get()));
        Credentials.requireFor("workers.listen", wanted.address(), credentials);
      } catch (BadInputException e) {
        settings.problem("workers.credentials", "cannot be used: " + e.getMessage());
      }
    }
    return new WorkersPlan(wanted, credentials);
  }
}
