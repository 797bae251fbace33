package io.brokerbench.workers.worker;

import static java.util.Objects.requireNonNull;

import io.brokerbench.units.Text;
import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.Silence;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Tick;
import io.brokerbench.workers.protocol.ToWorker;
import io.brokerbench.workers.protocol.Welcome;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stream to the controller, from its Hello to its end. Answers ticks, and notices when the
 * controller is silent. Messages come from one thread at a time, looks from the timer.
 */
final class ControllerConnection implements ClientResponseObserver<FromWorker, ToWorker> {

  /** Learns what the controller sends. One call at a time; after {@link #lost} there is no call. */
  interface Listener {

    /** A message other than a tick or the answer to the Hello. */
    void received(ToWorker message);

    /**
     * The controller is gone.
     *
     * @param reason a clause about it
     */
    void lost(String reason);
  }

  private static final FromWorker TICK =
      FromWorker.newBuilder().setTick(Tick.getDefaultInstance()).build();

  private final Silence silence;
  private final Duration lostAfter;
  private final Executor calls;
  private final Function<ControllerConnection, Listener> listening;
  private final CompletableFuture<Welcome> welcome = new CompletableFuture<>();
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private @Nullable ClientCallStreamObserver<FromWorker> call;
  private @Nullable Outbound<FromWorker> out;
  private @Nullable Listener listener;

  /**
   * Prepares a stream.
   *
   * @param lostAfter time without a message after which the controller is gone, as {@code silence}
   *     has it
   * @param calls runs the listener at the end
   * @param listening creates the listener when the controller has accepted the Hello
   */
  ControllerConnection(
      Silence silence,
      Duration lostAfter,
      Executor calls,
      Function<ControllerConnection, Listener> listening) {
    this.silence = silence;
    this.lostAfter = lostAfter;
    this.calls = calls;
    this.listening = listening;
  }

  /** Completed by the controller's answer to the Hello, or by the reason why there is none. */
  CompletableFuture<Welcome> welcome() {
    return welcome;
  }

  Outbound<FromWorker> out() {
    return requireNonNull(out);
  }

  /** Completed at the end of the stream, with a clause about the controller. */
  CompletableFuture<String> end() {
    return end;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<FromWorker> stream) {
    call = stream;
    out = new Outbound<>(stream);
  }

  @Override
  public void onNext(ToWorker message) {
    silence.heard();
    switch (message.getContentCase()) {
      case WELCOME -> accepted(message.getWelcome());
      case REFUSED ->
          welcome.completeExceptionally(new RefusedException(message.getRefused().getReason()));
      case TICK -> out().send(TICK);
      default -> requireNonNull(listener).received(message);
    }
  }

  private void accepted(Welcome answer) {
    if (welcome.isDone()) {
      return;
    }
    Listener created = listening.apply(this);
    listener = created;
    CompletableFuture<Void> unused = end.thenAcceptAsync(created::lost, calls);
    if (welcome.complete(answer)) {
      // The controller counts on a worker that has read its welcome.
      out().send(TICK);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    welcome.completeExceptionally(thrown);
    lost("its connection ended");
  }

  @Override
  public void onCompleted() {
    welcome.completeExceptionally(new IllegalStateException("no answer"));
    lost("it closed the connection");
  }

  /** Judges the silence of the controller. */
  void look() {
    if (silence.look() == Silence.State.LOST) {
      cancel(Text.of("nothing was heard from it for %d s", lostAfter.toSeconds()));
    }
  }

  /**
   * Ends the stream at once.
   *
   * @param reason for the listener, a clause about the controller
   */
  void cancel(String reason) {
    if (lost(reason)) {
      requireNonNull(call).cancel(reason, null);
    }
  }

  private boolean lost(String reason) {
    out().ended();
    return end.complete(reason);
  }
}
