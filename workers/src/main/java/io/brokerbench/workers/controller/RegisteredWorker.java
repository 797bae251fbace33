package io.brokerbench.workers.controller;

import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Goodbye;
import io.brokerbench.workers.protocol.RunEnded;
import io.brokerbench.workers.protocol.StartRun;
import io.brokerbench.workers.protocol.ToWorker;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The supervisor of a worker, which starts a JVM for each run. Thread-safe. */
final class RegisteredWorker implements Peer {

  private final WorkerInfo info;
  private final Outbound<ToWorker> out;
  private final Consumer<RegisteredWorker> joined;
  private final BiConsumer<RegisteredWorker, RunEnded> runEnded;
  private final BiConsumer<RegisteredWorker, String> gone;
  private volatile @Nullable String goneReason;

  /**
   * Registers a worker.
   *
   * @param joined receives the worker when it has read its welcome
   * @param runEnded receives the end of each JVM
   * @param gone receives the reason when the worker has left
   */
  RegisteredWorker(
      WorkerInfo info,
      Outbound<ToWorker> out,
      Consumer<RegisteredWorker> joined,
      BiConsumer<RegisteredWorker, RunEnded> runEnded,
      BiConsumer<RegisteredWorker, String> gone) {
    this.info = info;
    this.out = out;
    this.joined = joined;
    this.runEnded = runEnded;
    this.gone = gone;
  }

  WorkerInfo info() {
    return info;
  }

  /** The reason why the worker has left; null while it is there. */
  @Nullable String goneReason() {
    return goneReason;
  }

  /** Has the worker start a JVM. */
  void startRun(String run) {
    out.send(ToWorker.newBuilder().setStartRun(StartRun.newBuilder().setRun(run)).build());
  }

  /** Lets the worker go, which then ends its stream. */
  void sayGoodbye(boolean again) {
    out.send(ToWorker.newBuilder().setGoodbye(Goodbye.newBuilder().setAgain(again)).build());
  }

  @Override
  public void confirmed() {
    joined.accept(this);
  }

  @Override
  public void received(FromWorker message) {
    if (message.hasRunEnded()) {
      runEnded.accept(this, message.getRunEnded());
    }
  }

  @Override
  public void silent() {
    // Between runs nothing depends on the worker; during a run its JVM is watched as well.
  }

  @Override
  public void lost(String reason) {
    goneReason = reason;
    gone.accept(this, reason);
  }
}
