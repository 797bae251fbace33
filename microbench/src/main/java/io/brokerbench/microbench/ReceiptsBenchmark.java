package io.brokerbench.microbench;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
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
 * Cost of recording a received message whose header is already decoded. One operation is one
 * message; every {@value #MESSAGES} messages use a new {@link Receipts}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReceiptsBenchmark {

  private static final int RUN = 1;
  private static final int MESSAGES = 1 << 16;

  private final SendBook sent = new SendBook(new PageStore());
  private final MessageHeader[] inOrder = new MessageHeader[MESSAGES];
  private final MessageHeader[] outOfOrder = new MessageHeader[MESSAGES];

  @Setup
  public void prepare() {
    sent.attempted(0, MESSAGES - 1, 1);
    ClockStamp clock = new ClockStamp(1, 0, 0, 1);
    MessageHeader.Writer writer = new MessageHeader.Writer(RUN, 0, () -> clock);
    byte[] body = new byte[MessageHeader.BYTES];
    for (int i = 0; i < MESSAGES; i++) {
      writer.write(body, i, i, TransactionOutcome.COMMITTED, MessageHeader.tailChecksum(body));
      inOrder[i] = MessageHeader.read(body).orElseThrow();
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
    return order == null ? -1 : order.counts().largestDisplacement();
  }

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public Receipts receiveInOrder() {
    return receive(inOrder);
  }

  /** Neighboring messages are swapped pairwise. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public Receipts receiveOutOfOrder() {
    return receive(outOfOrder);
  }

  private Receipts receive(MessageHeader[] headers) {
    Receipts receipts = new Receipts(RUN, sent, OrderCheck.of(1, 1, 0, new PageStore()));
    for (MessageHeader header : headers) {
      receipts.received(header, 0, 0);
    }
    return receipts;
  }
}
