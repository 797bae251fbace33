package io.brokerbench.microbench;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.load.Recording;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The whole path of a message in the sender thread, against a broker that answers immediately:
 * schedule, header, histograms, ledger. One operation is one message.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessagePathBenchmark {

  private static final int MESSAGES = 4_000_000;

  /** A closed loop, or an open loop with a rate so high that every message is late: no waiting. */
  @Param({"closed", "10M/s"})
  public String rate = "closed";

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long message() throws Exception {
    return messages(Workload.defaults());
  }

  /** Each message in a transaction that commits: half message, local transaction, commit. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long transaction() throws Exception {
    return messages(Workload.defaults().set("transaction.enabled", "true", "benchmark"));
  }

  private long messages(SettingsReader reference) throws Exception {
    SettingsReader reader =
        reference
            .set("load.rate", rate, "benchmark")
            .set("load.threads", "1", "benchmark")
            .set("load.spin", "0", "benchmark")
            .set("load.messages", Integer.toString(MESSAGES), "benchmark")
            .set("message.size", "1024", "benchmark");
    Workload workload = Workload.read(reader.settings());
    Clock clock = Clock.system();
    try (Session session = new MemoryBroker(clock, MemoryScript.honest()).session(workload)) {
      Recording unused = InMemoryLoad.send(workload, session, clock);
      return session.storedCount().messages().orElseThrow();
    }
  }
}
