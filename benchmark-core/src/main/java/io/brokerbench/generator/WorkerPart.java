package io.brokerbench.generator;

import io.brokerbench.results.workers.WorkerUse;

/**
 * The part of a run that a worker has.
 *
 * @param use as in {@code run.json}
 * @param silentSeconds longest time for which it was not heard of, if that was remarkable, else 0
 */
public record WorkerPart(WorkerUse use, double silentSeconds) {

  /** Name of its process and its machine among the resources of the run. */
  public String node() {
    return node(use.name());
  }

  /** The same for a worker of this name. */
  public static String node(String name) {
    return "worker-" + name;
  }
}
