package io.brokerbench.generator;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;

/** Plans generators in other processes. Found by {@link java.util.ServiceLoader}. */
public interface GeneratorPlanFactory {

  /**
   * Plans the workers of a workload that has some.
   *
   * @param settings for problems
   */
  GeneratorPlan plan(Settings settings, Workload workload);
}
