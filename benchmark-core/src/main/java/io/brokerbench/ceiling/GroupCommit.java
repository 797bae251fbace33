package io.brokerbench.ceiling;

import java.io.IOException;

/**
 * A file whose writers share forces: who finds none under way forces for all that have appended by
 * then; the others wait. Thread-safe.
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

  /** Appends, and returns when it is on the disk. */
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

  /** Waits while others lead; whether that was not enough. */
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
