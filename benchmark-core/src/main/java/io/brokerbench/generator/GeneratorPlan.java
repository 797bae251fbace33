package io.brokerbench.generator;

import io.brokerbench.driver.BrokerException;
import java.util.function.Consumer;

/** Where the load of an experiment is generated; nothing has been started. Immutable. */
public interface GeneratorPlan {

  /**
   * Environment variable of a process that executes one of several runs, after which workers of
   * other machines stay for the next: {@link #FIRST}, or {@link #NEXT} and the names of the workers
   * that have stayed, separated by commas.
   */
  String STAY = "BENCH_WORKERS_STAY";

  /** Of the first run: it waits for its workers without a limit. */
  String FIRST = "first";

  /** Of a later run, for which its workers have stayed: it waits for them for a limited time. */
  String NEXT = "next:";

  GeneratorPlan LOCAL = progress -> Generators.LOCAL;

  /**
   * Starts what generates the load of all runs of the experiment.
   *
   * @param progress receives a short line for each step
   * @throws BrokerException if a part of it does not start in time
   */
  Generators gather(Consumer<String> progress) throws BrokerException, InterruptedException;
}
