package io.brokerbench.driver;

import java.util.concurrent.ThreadFactory;

/** Daemon threads, which do not keep the JVM alive. */
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

  public static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
