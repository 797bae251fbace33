package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.results.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two generators that start at the same moment, with the same seed, on one topic. */
final class TwoGeneratorsTest {

  private static final int MESSAGES = 2_000;

  @Test
  void neitherCountsTheOthersMessagesAsItsOwn(@TempDir Path one, @TempDir Path other)
      throws Exception {
    MemoryBroker broker = new MemoryBroker(Clock.system(), MemoryScript.honest());
    CyclicBarrier both = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<TestRun> runs = List.of(run(one), run(other));
      List<Future<Verdict>> verdicts =
          runs.stream()
              .map(run -> threads.submit(() -> run.with(sharing(broker, run, both))))
              .toList();
      for (Future<Verdict> verdict : verdicts) {
        verdict.get();
      }
      for (TestRun run : runs) {
        assertCountsOnlyItsOwn(run.json());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static TestRun run(Path output) {
    return new TestRun(output, "load.messages=" + MESSAGES, "load.duration=0", "consume.threads=1");
  }

  /** Both are connected before either sends, and the broker is there until both have ended. */
  private static Driver sharing(MemoryBroker broker, TestRun run, CyclicBarrier both) {
    return (cluster, seat, progress) -> {
      Session session = LyingSession.beforeClose(run.session(broker), () -> await(both));
      await(both);
      return session;
    };
  }

  private static void await(CyclicBarrier both) {
    try {
      both.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertCountsOnlyItsOwn(JsonNode run) {
    JsonNode audit = run.path("audit");
    assertThat(audit.path("delivered").asLong()).as("audit %s", audit).isEqualTo(MESSAGES);
    for (String wrong : List.of("lost", "duplicated", "corrupt", "unexpected", "reordered")) {
      assertThat(audit.path(wrong).asLong(-1)).as("%s in %s", wrong, audit).isZero();
    }
    JsonNode consumption = run.path("consumption");
    assertThat(consumption.path("messages").asLong()).isEqualTo(MESSAGES);
    assertThat(consumption.path("deliveries").asLong())
        .isEqualTo(MESSAGES + consumption.path("foreign").asLong());
    JsonNode throughput = run.path("throughput");
    assertThat(
            throughput.path("receivedPerSecond").asDouble()
                * throughput.path("measuredSeconds").asDouble())
        .isLessThan(MESSAGES + 0.5);
  }
}
