package io.brokerbench.workers.worker;

import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.protocol.ToWorker;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What the controller sends, for a thread that waits for it. */
final class Inbox implements ControllerConnection.Listener {

  /** Without content: the controller is gone. */
  private static final ToWorker END = ToWorker.getDefaultInstance();

  private final BlockingQueue<ToWorker> messages = new LinkedBlockingQueue<>();
  private volatile String reason = "";

  @Override
  public void received(ToWorker message) {
    messages.add(message);
  }

  @Override
  public void lost(String why) {
    reason = why;
    messages.add(END);
  }

  /**
   * Waits for the next message.
   *
   * @throws LinkLostException if the controller is gone; the message is a clause about it
   */
  ToWorker next() throws LinkLostException, InterruptedException {
    ToWorker message = messages.take();
    if (message.equals(END)) {
      throw new LinkLostException(reason);
    }
    return message;
  }
}
