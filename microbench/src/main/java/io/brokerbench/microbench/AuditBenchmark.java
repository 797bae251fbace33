package io.brokerbench.microbench;

import io.brokerbench.clock.ClockStamp;
import io.brokerbench.record.Fate;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Receipts.Arrival;
import io.brokerbench.record.SendBook;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What it costs to account for a message: an operation is a message of 1 KB, each with the next
 * sequence. Run with {@code -prof gc}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AuditBenchmark {

  private static final int RUN = 1;
  private static final long ANY = 1L << 40;

  private final SendBook sent = new SendBook();
  private final SendBook sentElsewhere = new SendBook();
  private final Receipts unordered = new Receipts(RUN, sentElsewhere, null);
  private final Receipts ordered = new Receipts(RUN, sentElsewhere, OrderCheck.of(64, 8, 0));
  private final Receipts sharded = new Receipts(RUN, sentElsewhere, OrderCheck.of(64, 8, 4));
  private final MessageHeader.Writer writer =
      new MessageHeader.Writer(RUN, 0, new ClockStamp(1, 0, 0));
  private final byte[] body = new byte[1024];
  private final int tailChecksum = MessageHeader.tailChecksum(body);
  private long sequence;

  /** Any message may come. */
  public AuditBenchmark() {
    sentElsewhere.attempted(0, ANY, 1);
  }

  /** The sender's side: attempted, acknowledged. */
  @Benchmark
  public long send() {
    sent.attempted(0, sequence, 1);
    sent.ended(0, sequence, 1, Outcome.ACKED);
    return sequence++;
  }

  /** To be subtracted from those below: it makes their messages different. */
  @Benchmark
  public byte[] baselineWriteHeader() {
    writer.write(body, sequence++, 0, Fate.COMMITTED, tailChecksum);
    return body;
  }

  /** Header and checksum of all bytes. */
  @Benchmark
  public MessageHeader readHeader() {
    return MessageHeader.read(baselineWriteHeader()).orElseThrow();
  }

  /** The consumer's side without order. */
  @Benchmark
  public Arrival receive() {
    return unordered.received(readHeader(), 0, 0);
  }

  /** The same with the order of its queue. */
  @Benchmark
  public Arrival receiveInOrder() {
    return ordered.received(readHeader(), 0, 0);
  }

  /** The same with the order of its stream too. */
  @Benchmark
  public Arrival receiveInOrderOfStream() {
    return sharded.received(readHeader(), 0, 0);
  }
}
