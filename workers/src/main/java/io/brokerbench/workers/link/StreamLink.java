package io.brokerbench.workers.link;

import com.google.protobuf.ByteString;
import io.brokerbench.workers.protocol.WorkerProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WorkerLink} over a stream. The side that owns the stream reports what happens on it.
 *
 * @param <M> the envelope of outgoing messages
 */
public final class StreamLink<M> implements WorkerLink {

  private final String name;
  private final Outbound<M> out;
  private final Function<ByteString, M> envelope;

  /** Serializes calls of the listener. */
  private final Object calls = new Object();

  private final List<Consumer<LinkListener>> early = new ArrayList<>();
  private @Nullable LinkListener listener;
  private volatile boolean over;

  /**
   * Creates a link.
   *
   * @param name of the other side
   * @param envelope wraps a payload
   */
  public StreamLink(String name, Outbound<M> out, Function<ByteString, M> envelope) {
    this.name = name;
    this.out = out;
    this.envelope = envelope;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void send(byte[] payload) throws LinkLostException, InterruptedException {
    M message = envelope.apply(WorkerProtocol.payload(payload));
    // The thread that calls the listener is the one that learns that the other side reads again.
    if (!(Thread.holdsLock(calls) ? out.send(message) : out.sendInTurn(message))) {
      throw new LinkLostException(name + ": its connection has ended");
    }
  }

  @Override
  public void listen(LinkListener given) {
    synchronized (calls) {
      if (listener != null) {
        throw new IllegalStateException("has a listener");
      }
      listener = given;
      early.forEach(call -> call.accept(given));
      early.clear();
    }
  }

  @Override
  public void close() {
    over = true;
    out.complete();
  }

  /** A message arrived. */
  public void received(ByteString payload) {
    report(false, to -> to.received(payload.toByteArray()));
  }

  /** The other side has become silent. */
  public void silent() {
    report(false, LinkListener::silent);
  }

  /** The other side has ended the run. */
  public void ended() {
    out.complete();
    report(true, LinkListener::ended);
  }

  /**
   * The other side is gone.
   *
   * @param reason a clause about it
   */
  public void lost(String reason) {
    out.ended();
    report(true, to -> to.lost(name + ": " + reason));
  }

  private void report(boolean last, Consumer<LinkListener> call) {
    synchronized (calls) {
      if (over) {
        return;
      }
      over = last;
      if (listener == null) {
        early.add(call);
      } else {
        call.accept(listener);
      }
    }
  }
}
