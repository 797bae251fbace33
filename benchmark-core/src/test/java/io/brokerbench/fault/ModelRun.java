package io.brokerbench.fault;

import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.record.MessageSet;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.page.PageStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Messages with known fates, and the same as senders would record them. Times are nanoseconds since
 * the start of the load, which is at {@link #ORIGIN} on the clock of the run.
 */
final class ModelRun {

  /** Clocks may be below zero. */
  static final long ORIGIN = -7_000_000_123L;

  /** What became of a message. */
  enum Fate {
    ACKED,
    REJECTED,
    UNKNOWN,
    /** Sent and still without an outcome at the end. */
    UNANSWERED,
    UNSENT
  }

  /**
   * What consumers saw of a message.
   *
   * @param nanos when it was received; {@link #NEVER}
   * @param lost never received, if it was acknowledged
   * @param open not received yet at the end
   * @param twice received twice
   * @param late received after a later one
   */
  record Receipt(long nanos, boolean lost, boolean open, boolean twice, boolean late) {

    static final long NEVER = Long.MAX_VALUE;
    static final Receipt LOST = new Receipt(NEVER, true, false, false, false);

    /** Received once and in order. */
    static Receipt at(long nanos) {
      return new Receipt(nanos, false, false, false, false);
    }
  }

  /**
   * A message.
   *
   * @param sequence number within its sender, or any if it was not sent
   * @param endNanos when it had its outcome; {@link Long#MAX_VALUE} if never
   */
  record Message(
      int sender, long sequence, long dueNanos, Fate fate, long endNanos, Receipt receipt) {}

  final List<Message> messages = new ArrayList<>();
  private final Map<Integer, Long> sequences = new HashMap<>();

  /** Adds the messages of a request, which are lost or received with the answer. */
  void add(int sender, int batch, long dueNanos, ServerModel.Reply reply, boolean lost) {
    add(sender, batch, dueNanos, reply, lost ? Receipt.LOST : Receipt.at(reply.atNanos()));
  }

  /** Adds the messages of a request. */
  void add(int sender, int batch, long dueNanos, ServerModel.Reply reply, Receipt receipt) {
    for (int i = 0; i < batch; i++) {
      long sequence = sequences.getOrDefault(sender, 0L);
      messages.add(new Message(sender, sequence, dueNanos, reply.fate(), reply.atNanos(), receipt));
      if (reply.fate() != Fate.UNSENT) {
        sequences.put(sender, sequence + 1);
      }
    }
  }

  /** What senders and consumers recorded. */
  SentMessages sent(int batch) {
    SentMessages sent = book(ORIGIN);
    sent(sent, batch, ORIGIN, sender -> true);
    received(sent, ORIGIN, message -> true);
    return sent;
  }

  /** A book for the messages. */
  SentMessages book(long originNanos) {
    return new SentMessages(1 + sequences.keySet().stream().reduce(0, Math::max), 1, originNanos);
  }

  /** Records the messages of some senders, by a clock on which the load starts at a time. */
  void sent(SentMessages sent, int batch, long startNanos, IntPredicate senders) {
    for (Message message : messages) {
      if (message.fate() == Fate.UNSENT
          || message.sequence() % batch != 0
          || !senders.test(message.sender())) {
        continue;
      }
      sent.attempted(message.sender(), message.sequence(), batch, startNanos + message.dueNanos());
      if (message.fate() != Fate.UNANSWERED) {
        sent.ended(
            message.sender(),
            message.sequence(),
            batch,
            SendOutcome.valueOf(message.fate().name()),
            message.endNanos() - message.dueNanos());
      }
    }
  }

  /** Five queues, used in turn. */
  static int queue(Message message) {
    return (int) (message.sequence() % 5);
  }

  /** Records some receipts, by a clock on which the load starts at a time. */
  void received(SentMessages sent, long startNanos, Predicate<Message> which) {
    for (Message message : messages) {
      if (message.fate() != Fate.UNSENT
          && message.receipt().nanos() != Receipt.NEVER
          && which.test(message)) {
        sent.received(
            0,
            message.sender(),
            message.sequence(),
            queue(message),
            startNanos + message.receipt().nanos());
      }
    }
  }

  long[] unsentNanos() {
    return messages.stream()
        .filter(each -> each.fate() == Fate.UNSENT)
        .mapToLong(each -> ORIGIN + each.dueNanos())
        .sorted()
        .toArray();
  }

  /** What the audit of the only group found. */
  GroupAudit audit() {
    return new GroupAudit(
        set(Receipt::lost), set(Receipt::open), set(Receipt::twice), set(Receipt::late));
  }

  private MessageSet set(Predicate<Receipt> kind) {
    MessageSet set = new MessageSet(new PageStore());
    messages.stream()
        .filter(each -> each.fate() != Fate.UNSENT && kind.test(each.receipt()))
        .forEach(each -> set.add(each.sender(), each.sequence()));
    return set;
  }

  /** A fault whose node is back as soon as it ends. */
  static InjectedFault fault(long atNanos, @Nullable Long endedNanos) {
    Long ended = endedNanos == null ? null : (Long) (ORIGIN + endedNanos);
    return new InjectedFault("kill master", "broker-a", ORIGIN + atNanos, ended, ended, List.of());
  }

  static LoadSpan load(long measuredFromNanos, long endNanos) {
    return new LoadSpan(ORIGIN, ORIGIN + measuredFromNanos, ORIGIN + endNanos);
  }
}
