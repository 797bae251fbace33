package io.brokerbench.workers.controller;

import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.Silence;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Refused;
import io.brokerbench.workers.protocol.Tick;
import io.brokerbench.workers.protocol.ToWorker;
import io.grpc.stub.StreamObserver;
import java.net.SocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One stream to the controller: admitted or refused by its first message, then watched until it
 * ends, and ticked while it is idle. Messages come from one thread at a time, ticks and looks from
 * the timer.
 */
final class Visitor implements StreamObserver<FromWorker> {

  private static final ToWorker TICK =
      ToWorker.newBuilder().setTick(Tick.getDefaultInstance()).build();

  private final SocketAddress address;
  private final Outbound<ToWorker> out;
  private final Silence silence;
  private final Reception reception;
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile @Nullable Peer peer;

  /** Whether a message other than a tick arrived since the last tick was due. */
  private volatile boolean heard;

  private boolean saidSilent;
  private boolean confirmed;

  Visitor(SocketAddress address, Outbound<ToWorker> out, Silence silence, Reception reception) {
    this.address = address;
    this.out = out;
    this.silence = silence;
    this.reception = reception;
  }

  SocketAddress address() {
    return address;
  }

  String host() {
    return AcceptedConnections.host(address);
  }

  Outbound<ToWorker> out() {
    return out;
  }

  @Override
  public void onNext(FromWorker message) {
    silence.heard();
    Peer admitted = peer;
    if (admitted == null) {
      admit(message);
    } else if (!over.get()) {
      if (!confirmed) {
        confirmed = true;
        admitted.confirmed();
      }
      if (!message.hasTick()) {
        heard = true;
        admitted.received(message);
      }
    }
  }

  private void admit(FromWorker first) {
    try {
      peer = reception.admit(this, first.getHello());
    } catch (RefusedException e) {
      over.set(true);
      out.send(
          ToWorker.newBuilder()
              .setRefused(Refused.newBuilder().setReason(String.valueOf(e.getMessage())))
              .build());
      out.complete();
    }
  }

  @Override
  public void onError(Throwable thrown) {
    lost("its connection ended");
  }

  @Override
  public void onCompleted() {
    out.complete();
    lost("it closed its connection");
  }

  /** Sends a tick, unless messages in both directions since the last one was due stand for it. */
  void tick() {
    if (!(out.takeSent() && heard)) {
      out.send(TICK);
      boolean unused = out.takeSent();
    }
    heard = false;
  }

  /** Judges the silence; {@code calls} runs what may take time. */
  void look(Executor calls) {
    Silence.State state = silence.look();
    if (state == Silence.State.LOST) {
      calls.execute(this::giveUp);
    } else if (state == Silence.State.SILENT && !saidSilent) {
      Peer admitted = peer;
      if (admitted != null) {
        calls.execute(admitted::silent);
      }
    }
    saidSilent = state != Silence.State.HEARD;
  }

  private void giveUp() {
    lost(Text.of("nothing was heard from it for %d s", Reception.LOST.toSeconds()));
    // The other side may not be able to.
    reception.hangUp(this);
  }

  private void lost(String reason) {
    if (over.compareAndSet(false, true)) {
      out.ended();
      reception.left(this);
      Peer admitted = peer;
      if (admitted == null) {
        reception.leftWithoutHello(this);
      } else {
        admitted.lost(reason);
      }
    }
  }
}
