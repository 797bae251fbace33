package io.brokerbench.driver;

import java.util.concurrent.ThreadFactory;

/** Makes threads that end with the process, for executors of drivers. */
public final class DaemonThreads {

  private DaemonThreads() {}

  /** All of the same name. Thread-safe. */
  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
