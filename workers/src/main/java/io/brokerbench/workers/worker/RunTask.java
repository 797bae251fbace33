package io.brokerbench.workers.worker;

import io.brokerbench.workers.link.WorkerLink;
import java.util.List;
import java.util.ServiceLoader;

/**
 * What a worker does in a run, in a JVM of its own: the only provider of {@link ServiceLoader},
 * unless the supervisor names another class. Has a public constructor without parameters.
 */
public interface RunTask {

  /**
   * Executes the run. It must return soon after the link is lost; the JVM ends in any case {@value
   * RunMain#GRACE_SECONDS} s later.
   *
   * @param order what the controller gives this worker to do
   * @param link to the controller; the task sets its listener
   * @throws Exception is reported to the controller as the loss of this worker
   */
  void run(byte[] order, WorkerLink link) throws Exception;

  /** Creates the only task on the class path. */
  static RunTask installed() {
    List<ServiceLoader.Provider<RunTask>> all = ServiceLoader.load(RunTask.class).stream().toList();
    if (all.size() != 1) {
      throw new IllegalStateException(
          "needs one RunTask on the class path, finds "
              + all.stream().map(ServiceLoader.Provider::type).toList());
    }
    return all.get(0).get();
  }
}
