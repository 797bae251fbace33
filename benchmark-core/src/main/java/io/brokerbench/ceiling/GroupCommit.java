package io.brokerbench.ceiling;

import java.io.IOException;

/**
 * A file with group commit: a writer that finds no force under way forces the appends of all
 * writers so far; the others wait. Thread-safe.
 */
final class GroupCommit {

  private final Storage.Appended file;
  private boolean forcing;
  private long appends;
  private long covered;
  private long durable;
  private long forces;

  GroupCommit(Storage.Appended file) {
    this.file = file;
  }

  /** Appends, and returns when the bytes are on disk. */
  void commit(int bytes) throws IOException, InterruptedException {
    long mine = append(bytes);
    if (mustLead(mine)) {
      boolean forced = false;
      try {
        file.force();
        forced = true;
      } finally {
        end(forced);
      }
    }
  }

  private synchronized long append(int bytes) throws IOException {
    file.append(bytes);
    return ++appends;
  }

  /**
   * Waits for forces of other threads.
   *
   * @return whether this thread must force its append itself
   */
  private synchronized boolean mustLead(long mine) throws InterruptedException {
    while (forcing && durable < mine) {
      wait();
    }
    if (durable >= mine) {
      return false;
    }
    forcing = true;
    covered = appends;
    return true;
  }

  private synchronized void end(boolean forced) {
    forcing = false;
    if (forced) {
      forces++;
      durable = covered;
    }
    notifyAll();
  }

  synchronized long appends() {
    return appends;
  }

  synchronized long forces() {
    return forces;
  }
}
