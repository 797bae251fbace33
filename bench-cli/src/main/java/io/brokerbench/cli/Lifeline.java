package io.brokerbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;

/** Ends this process in good order when whoever started it is gone. */
final class Lifeline {

  private static final int EXIT_CODE = 143;

  private Lifeline() {}

  /**
   * Ends the process, as a signal would, at the end of the stream.
   *
   * @param held stays reachable until then
   */
  static void hold(InputStream in, Object held) {
    Thread thread = new Thread(() -> awaitEnd(in, held), "lifeline");
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends the process, which nobody waits for any more. */
  static IllegalStateException cut() {
    System.exit(EXIT_CODE);
    return new IllegalStateException("exited");
  }

  private static void awaitEnd(InputStream in, Object held) {
    try {
      while (in.read() >= 0) {
        // Nothing is said on it.
      }
    } catch (IOException e) {
      // As good as its end.
    } finally {
      Reference.reachabilityFence(held);
    }
    throw cut();
  }
}
