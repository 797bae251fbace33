package io.brokerbench.workers.worker;

import io.brokerbench.workers.access.RefusedException;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.protocol.Handover;
import java.io.IOException;

/** The supervisor of a local worker, a child process of its controller. */
public final class LocalWorkerMain {

  private static final int FAILED = 1;

  private LocalWorkerMain() {}

  /** Reads what it needs from standard input, and ends with it. */
  public static void main(String[] args) {
    try {
      Handover registration = Lifeline.take(System.in, () -> System.exit(RunMain.CUT));
      new WorkerSupervisor(registration, line -> {}).run();
    } catch (IOException | RefusedException | LinkLostException | InterruptedException e) {
      System.err.println(e.getMessage());
      System.exit(FAILED);
    }
  }
}
