package io.brokerbench.driver;

import java.util.concurrent.ThreadFactory;

/** Creates daemon threads for executors. */
public final class DaemonThreads {

  private DaemonThreads() {}

  /** Returns a thread-safe factory of threads with the given name. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
