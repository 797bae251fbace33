package io.brokerbench.workers.worker;

import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.process.SeparateSession;
import io.brokerbench.workers.protocol.Handover;
import java.io.IOException;
import java.io.InputStream;

/** The standard input of a child process: it brings the handover, and ends with the parent. */
final class Lifeline {

  private Lifeline() {}

  /**
   * Reads the handover and sets its system properties. Then waits for the end of the stream in a
   * thread. Called by the main thread: see {@link SeparateSession#continueWithoutParent()}.
   *
   * @param onEnd the parent has ended
   * @throws IOException if the parent has ended already
   */
  static Handover take(InputStream in, Runnable onEnd) throws IOException {
    Handover handover = Handover.parseDelimitedFrom(in);
    if (handover == null) {
      throw new IOException("no handover");
    }
    handover.getPropertiesMap().forEach(System::setProperty);
    // A process that is stopped would never see the end of the stream.
    SeparateSession.continueWithoutParent();
    DaemonThreads.start("lifeline", () -> await(in, onEnd));
    return handover;
  }

  private static void await(InputStream in, Runnable onEnd) {
    try {
      while (in.read() >= 0) {
        // The stream carries nothing more.
      }
    } catch (IOException e) {
      // Equivalent to the end of the stream.
    }
    onEnd.run();
  }
}
