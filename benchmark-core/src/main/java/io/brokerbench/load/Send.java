package io.brokerbench.load;

import io.brokerbench.driver.Completion;
import io.brokerbench.record.PhasedRecords.Records;
import io.brokerbench.record.SendOutcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A request in flight: the only object that brokerbench allocates per request. */
final class Send implements Completion {

  private static final VarHandle OUTCOME;

  static {
    try {
      OUTCOME = MethodHandles.lookup().findVarHandle(Send.class, "outcome", SendOutcome.class);
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
  private volatile @Nullable SendOutcome outcome;

  Send(Sender sender, Records phase, long sequence, long intendedNanos, long sentNanos) {
    this.sender = sender;
    this.phase = phase;
    this.sequence = sequence;
    this.intendedNanos = intendedNanos;
    this.sentNanos = sentNanos;
  }

  /** Only the first outcome counts: some clients call back twice. */
  @Override
  public void complete(SendOutcome reported, String kind) {
    if (OUTCOME.compareAndSet(this, null, reported)) {
      sender.completed(this, reported, kind);
    }
  }

  /** The outcome; null while there is none. */
  @Nullable SendOutcome outcome() {
    return outcome;
  }
}
