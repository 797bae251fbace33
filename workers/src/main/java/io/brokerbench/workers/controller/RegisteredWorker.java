package io.brokerbench.workers.controller;

import io.brokerbench.workers.link.Outbound;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Goodbye;
import io.brokerbench.workers.protocol.StartRun;
import io.brokerbench.workers.protocol.ToWorker;
import org.jspecify.annotations.Nullable;

/** The supervisor of a worker, which starts a JVM for each run. Thread-safe. */
final class RegisteredWorker implements Peer {

  private final WorkerInfo info;
  private final Outbound<ToWorker> out;
  private final WorkerPool pool;
  private volatile @Nullable String goneReason;

  /**
   * Registers a worker.
   *
   * @param pool learns what becomes of it
   */
  RegisteredWorker(WorkerInfo info, Outbound<ToWorker> out, WorkerPool pool) {
    this.info = info;
    this.out = out;
    this.pool = pool;
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
    pool.joined(this);
  }

  @Override
  public void received(FromWorker message) {
    if (message.hasRunEnded()) {
      pool.runEnded(this, message.getRunEnded());
    }
  }

  @Override
  public void silent() {
    // Between runs nothing depends on the worker; during a run its JVM is watched as well.
  }

  @Override
  public void lost(String reason) {
    goneReason = reason;
    pool.left(this, reason);
  }
}
