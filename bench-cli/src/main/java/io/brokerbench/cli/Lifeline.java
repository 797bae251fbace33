package io.brokerbench.cli;

import java.io.IOException;
import java.io.InputStream;

/** Ends this process in good order when whoever started it is gone. */
final class Lifeline {

  private static final int EXIT_CODE = 143;

  private Lifeline() {}

  /** Ends the process, as a signal would, at the end of the stream. */
  static void hold(InputStream in) {
    Thread thread = new Thread(() -> awaitEnd(in), "lifeline");
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends the process, which nobody waits for any more. */
  static IllegalStateException cut() {
    System.exit(EXIT_CODE);
    return new IllegalStateException("exited");
  }

  private static void awaitEnd(InputStream in) {
    try {
      while (in.read() >= 0) {
        // Nothing is said on it.
      }
    } catch (IOException e) {
      // As good as its end.
    }
    throw cut();
  }
}
