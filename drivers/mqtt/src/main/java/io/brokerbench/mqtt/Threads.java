package io.brokerbench.mqtt;

import java.util.concurrent.ThreadFactory;

/** Makes threads that end with the process. */
final class Threads {

  private Threads() {}

  static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
