package io.brokerbench.microbench;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.Fate;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What it costs to tick off a message whose header is read. An operation is a message; each {@value
 * #MESSAGES} have a book of their own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReceiptsBenchmark {

  private static final int RUN = 1;
  private static final int MESSAGES = 1 << 16;

  private final SendBook sent = new SendBook();
  private final MessageHeader[] inOrder = new MessageHeader[MESSAGES];
  private final MessageHeader[] outOfOrder = new MessageHeader[MESSAGES];

  @Setup
  public void prepare() {
    sent.attempted(0, MESSAGES - 1, 1);
    ClockStamp clock = new ClockStamp(1, 0, 1);
    for (int i = 0; i < MESSAGES; i++) {
      inOrder[i] = new MessageHeader(RUN, 0, i, i, Fate.COMMITTED, clock, true);
    }
    for (int i = 0; i < MESSAGES; i++) {
      outOfOrder[i] = inOrder[i ^ 1];
    }
    Check.same("messages in order", (long) MESSAGES, receiveInOrder().counts().messages());
    Check.same("messages out of order", (long) MESSAGES, receiveOutOfOrder().counts().messages());
    Check.same("order", 0L, displacement(receiveInOrder()));
    Check.same("disorder", 1L, displacement(receiveOutOfOrder()));
  }

  private static long displacement(Receipts receipts) {
    OrderCheck order = receipts.order();
    return order == null ? -1 : order.largestDisplacement();
  }

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public Receipts receiveInOrder() {
    return receive(inOrder);
  }

  /** Each second message comes after its successor. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public Receipts receiveOutOfOrder() {
    return receive(outOfOrder);
  }

  private Receipts receive(MessageHeader[] headers) {
    Receipts receipts = new Receipts(RUN, sent, OrderCheck.of(1, 1, 0));
    for (MessageHeader header : headers) {
      receipts.received(header, 0, 0);
    }
    return receipts;
  }
}
