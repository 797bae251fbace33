package io.brokerbench.microbench;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Receipts.Arrival;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Cost of the accounting per message. One operation is one message of 1 KB with the next sequence
 * number. Run with {@code -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AuditBenchmark {

  private static final int RUN = 1;
  private static final long ANY = 1L << 40;
  private static final ClockStamp STAMP = new ClockStamp(1, 0, 0, 0);

  private final SendBook sent = new SendBook(new PageStore());
  private final SendBook sentElsewhere = new SendBook(new PageStore());
  private final Receipts unordered = new Receipts(RUN, sentElsewhere, null);
  private final Receipts ordered =
      new Receipts(RUN, sentElsewhere, OrderCheck.of(64, 8, 0, new PageStore()));
  private final Receipts sharded =
      new Receipts(RUN, sentElsewhere, OrderCheck.of(64, 8, 4, new PageStore()));
  private final MessageHeader.Writer writer = new MessageHeader.Writer(RUN, 0, () -> STAMP);
  private final MessageHeader decoded = new MessageHeader();
  private final byte[] body = new byte[1024];
  private final int tailChecksum = MessageHeader.tailChecksum(body);
  private long sequence;

  /** Marks the sequence numbers of all received messages as sent. */
  public AuditBenchmark() {
    sentElsewhere.attempted(0, ANY, 1);
  }

  /** Sender: attempt and acknowledgement. */
  @Benchmark
  public long send() {
    sent.attempted(0, sequence, 1);
    sent.ended(0, sequence, 1, SendOutcome.ACKED);
    return sequence++;
  }

  /** Included in the benchmarks below, to make their messages different; to be subtracted. */
  @Benchmark
  public byte[] baselineWriteHeader() {
    writer.write(body, sequence++, 0, TransactionOutcome.COMMITTED, tailChecksum);
    return body;
  }

  /** Decodes the header and verifies the checksum of all bytes. */
  @Benchmark
  public MessageHeader readHeader() {
    decoded.decode(baselineWriteHeader());
    return decoded;
  }

  /** Consumer without an order check. */
  @Benchmark
  public Arrival receive() {
    return unordered.received(readHeader(), 0, 0);
  }

  /** Consumer with a check of the order within a queue. */
  @Benchmark
  public Arrival receiveInOrder() {
    return ordered.received(readHeader(), 0, 0);
  }

  /** Consumer with a check of the order within a queue and within a shard. */
  @Benchmark
  public Arrival receiveInOrderOfStream() {
    return sharded.received(readHeader(), 0, 0);
  }
}
