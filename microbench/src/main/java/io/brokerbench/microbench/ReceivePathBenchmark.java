package io.brokerbench.microbench;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.load.ConsumerGroup;
import io.brokerbench.load.Recording;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import io.brokerbench.workload.Workload;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The whole path of a message in the consumer thread, with a backlog in a broker in this process:
 * delivery, header, receipts, order, histograms, acknowledgement. One operation is one message of 1
 * KB. The bytes allocated include the backlog, in both benchmarks.
 */
@SuppressWarnings("NullAway.Init") // By fill.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReceivePathBenchmark {

  private static final int MESSAGES = 200_000;

  private final Clock clock = Clock.system();
  private Session session;
  private ConsumerGroup consumers;
  private LongSupplier messages;

  /** Builds the backlog. */
  @Setup(Level.Invocation)
  public void fill() throws Exception {
    Workload workload =
        Workload.read(
            Workload.defaults()
                .set("load.rate", "closed", "benchmark")
                .set("load.threads", "1", "benchmark")
                .set("load.messages", Integer.toString(MESSAGES), "benchmark")
                .set("message.size", "1024", "benchmark")
                .set("consume.threads", "1", "benchmark")
                .settings());
    session = new MemoryBroker(clock, MemoryScript.honest()).session(workload);
    Recording recording = InMemoryLoad.send(workload, session, clock);
    SendBook sent = recording.records().sends();
    Receipts receipts = new Receipts(InMemoryLoad.RUN, sent, OrderCheck.of(1, 1, 0, sent.store()));
    consumers = new ConsumerGroup(0, workload, receipts, session, null, recording);
  }

  @TearDown(Level.Invocation)
  public void close() throws Exception {
    Check.same("messages", (long) MESSAGES, messages.getAsLong());
    consumers.close();
    session.close();
  }

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public void receive() throws Exception {
    messages = () -> consumers.receipts().counts().messages();
    consumers.start();
    awaitAll();
  }

  /** Lower bound: the same deliveries, of which only the header is read. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public void baselineDeliver() throws Exception {
    MessageHeader header = new MessageHeader();
    LongAdder intact = new LongAdder();
    messages = intact::sum;
    Receiver reader =
        (body, queue, bornMillis, storedMillis, attempt) -> {
          header.decode(body);
          intact.add(header.intact() ? 1 : 0);
          return true;
        };
    Subscription subscription = session.subscribe(0, reader);
    awaitAll();
    subscription.close();
  }

  private void awaitAll() throws Exception {
    while (session.progress(0).orElseThrow() < MESSAGES) {
      clock.park(10_000);
    }
  }
}
