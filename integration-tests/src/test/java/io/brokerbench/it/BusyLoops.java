package io.brokerbench.it;

import java.util.List;
import java.util.stream.IntStream;

/** Threads of this JVM that use processors from their start until they are closed. */
final class BusyLoops implements AutoCloseable {

  private final List<Thread> loops;

  BusyLoops(int number) {
    loops =
        IntStream.range(0, number).mapToObj(i -> new Thread(BusyLoops::burn, "busy-" + i)).toList();
  }

  void start() {
    loops.forEach(Thread::start);
  }

  private static void burn() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    loops.forEach(Thread::interrupt);
  }
}
