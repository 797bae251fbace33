package io.brokerbench.workers.link;

import io.grpc.stub.CallStreamObserver;

/**
 * The sending half of a stream. Thread-safe.
 *
 * @param <M> the envelope of messages
 */
public final class Outbound<M> {

  private final CallStreamObserver<M> stream;
  private boolean closed;
  private boolean sent;

  /** Must be created while the stream is being opened. */
  public Outbound(CallStreamObserver<M> stream) {
    this.stream = stream;
    stream.setOnReadyHandler(this::wake);
  }

  /**
   * Sends a message without waiting.
   *
   * @return whether it was sent; false after the end
   */
  public synchronized boolean send(M message) {
    if (!closed) {
      stream.onNext(message);
      sent = true;
    }
    return !closed;
  }

  /**
   * Sends a message as soon as earlier ones have left.
   *
   * @return whether it was sent; false after the end
   */
  synchronized boolean sendInTurn(M message) throws InterruptedException {
    while (!closed && !stream.isReady()) {
      wait();
    }
    return send(message);
  }

  /** Whether a message was sent since the last call. */
  public synchronized boolean takeSent() {
    boolean taken = sent;
    sent = false;
    return taken;
  }

  /** Ends the stream after all messages; once. */
  public synchronized void complete() {
    if (!closed) {
      closed = true;
      stream.onCompleted();
      notifyAll();
    }
  }

  /** The stream has ended otherwise. */
  public synchronized void ended() {
    closed = true;
    notifyAll();
  }

  private synchronized void wake() {
    notifyAll();
  }
}
