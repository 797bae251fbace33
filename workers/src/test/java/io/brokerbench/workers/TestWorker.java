package io.brokerbench.workers;

import io.brokerbench.address.HostPort;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.worker.WorkerSupervisor;
import java.util.Optional;

/** A supervisor as a process. */
public final class TestWorker {

  static final int LOST = 4;

  private TestWorker() {}

  /**
   * Starts it.
   *
   * @param args the controller's port; its name, if its runs are real ones
   */
  public static void main(String[] args) throws Exception {
    boolean real = args.length > 1;
    try {
      WorkerSupervisor.of(
              new HostPort("127.0.0.1", Integer.parseInt(args[0])),
              Optional.empty(),
              real ? args[1] : "w",
              real ? Optional.empty() : Optional.of(TestTask.class),
              System.out::println)
          .run();
    } catch (LinkLostException | RefusedException e) {
      System.out.println(e.getMessage());
      System.exit(LOST);
    }
  }
}
