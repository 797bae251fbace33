package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.BadInputException;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.generator.Generators;
import io.brokerbench.units.Text;
import io.brokerbench.workers.access.Credentials;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.controller.WorkerPool;
import io.brokerbench.workload.WorkerSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Workers that have not joined yet.
 *
 * @param credentials of this process; empty on loopback
 */
record WorkersPlan(WorkerSettings wanted, Optional<Credentials> credentials)
    implements GeneratorPlan {

  /** For workers that have stayed after another run: they return at once, unless one was lost. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Override
  public Generators gather(Consumer<String> progress) throws BrokerException, InterruptedException {
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

  /** Why the shares do not fit workers with these names; empty if they do. */
  static Optional<String> misfit(WorkerSettings wanted, List<String> names) {
    return wanted.shares().keySet().stream()
        .filter(name -> !names.contains(name))
        .findFirst()
        .map(name -> Text.of("has %s, and the workers are %s", name, String.join(", ", names)));
  }
}
