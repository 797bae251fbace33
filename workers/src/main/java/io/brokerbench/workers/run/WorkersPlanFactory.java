package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.generator.GeneratorPlanFactory;
import io.brokerbench.generator.Generators;
import io.brokerbench.units.Text;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.controller.WorkerPool;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.worker.LocalWorkers;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.WorkerSettings;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Plans the workers of a run. */
public final class WorkersPlanFactory implements GeneratorPlanFactory {

  @Override
  public GeneratorPlan plan(Settings settings, Workload workload) {
    SettingsInForce shown = SettingsInForce.of(settings);
    WorkerSettings wanted = workload.workers();
    for (String key : shown.given()) {
      String value = shown.value(key);
      boolean typed = Secrets.isTyped(key, value) && !Workers.KEPT.test(key);
      if (value.equals(Secrets.HIDDEN) || (typed && !wanted.local())) {
        settings.problem(
            key, "must be given as env:NAME or file:PATH, which each worker resolves itself");
      }
    }
    Optional<Credentials> credentials = Optional.empty();
    if (wanted.local()) {
      misfit(wanted, LocalWorkers.names(wanted.count()))
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
    return new Plan(wanted, credentials);
  }

  /** Why the shares do not fit workers with these names; empty if they do. */
  static Optional<String> misfit(WorkerSettings wanted, List<String> names) {
    return wanted.shares().keySet().stream()
        .filter(name -> !names.contains(name))
        .findFirst()
        .map(name -> Text.of("has %s, and the workers are %s", name, String.join(", ", names)));
  }

  /**
   * Workers that have not joined yet.
   *
   * @param credentials of this process; empty on loopback
   */
  private record Plan(WorkerSettings wanted, Optional<Credentials> credentials)
      implements GeneratorPlan {

    /** For workers that have stayed after another run: they return at once, unless one was lost. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Override
    public Generators gather(Consumer<String> progress)
        throws BrokerException, InterruptedException {
      WorkerPool pool = open(progress);
      try {
        String stay = System.getenv().getOrDefault(GeneratorPlan.STAY, GeneratorPlan.FIRST);
        List<WorkerInfo> workers =
            stay.startsWith(GeneratorPlan.NEXT)
                ? pool.await(LIMIT, List.of(stay.substring(GeneratorPlan.NEXT.length()).split(",")))
                : pool.await();
        Optional<String> misfit = misfit(wanted, workers.stream().map(WorkerInfo::name).toList());
        if (misfit.isPresent()) {
          throw new BrokerException("workers.shares " + misfit.get());
        }
        return new Workers(wanted, pool, workers);
      } catch (BrokerException | InterruptedException | RuntimeException e) {
        Workers.close(wanted, pool);
        throw e;
      }
    }

    private WorkerPool open(Consumer<String> progress) throws BrokerException {
      Clock clock = Clock.system();
      try {
        if (wanted.local()) {
          progress.accept(Text.of("starting %d workers", wanted.count()));
          return WorkerPool.local(wanted.count(), Optional.empty(), clock, progress);
        }
        return WorkerPool.listen(wanted.address(), credentials, wanted.count(), clock, progress);
      } catch (BadInputException | IOException e) {
        throw new BrokerException("the workers cannot be started: " + e.getMessage(), e);
      }
    }
  }
}
