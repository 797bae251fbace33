package io.brokerbench.load;

import io.brokerbench.driver.Completion;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.Records;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A request on its way: the one object that a message costs us. */
final class Send implements Completion {

  private static final VarHandle OUTCOME;

  static {
    try {
      OUTCOME = MethodHandles.lookup().findVarHandle(Send.class, "outcome", Outcome.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Sender sender;
  final Records phase;
  final long sequence;
  final long intendedNanos;
  final long sentNanos;

  @SuppressWarnings("unused") // through OUTCOME
  private volatile @Nullable Outcome outcome;

  Send(Sender sender, Records phase, long sequence, long intendedNanos, long sentNanos) {
    this.sender = sender;
    this.phase = phase;
    this.sequence = sequence;
    this.intendedNanos = intendedNanos;
    this.sentNanos = sentNanos;
  }

  /** The first word counts: clients were seen to call back twice. */
  @Override
  public void complete(Outcome told, String kind) {
    if (OUTCOME.compareAndSet(this, null, told)) {
      sender.completed(this, told, kind);
    }
  }

  /** What became of it; null while nobody told. */
  @Nullable Outcome outcome() {
    return outcome;
  }
}
