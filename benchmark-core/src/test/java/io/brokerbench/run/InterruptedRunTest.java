package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.driver.memory.MemoryScript.Stall;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals at every point of a run after its first message. */
final class InterruptedRunTest {

  private static final String[] TIMED = {"load.rate=500/s", "load.duration=2s"};
  private static final String[] CONSUMED = {
    "load.rate=500/s", "load.messages=1000", "load.duration=0", "consume.threads=1"
  };

  private final Path output;

  InterruptedRunTest(@TempDir Path output) {
    this.output = output;
  }

  private static void assertCutShort(TestRun run, Verdict verdict, String reason) {
    assertThat(verdict.texts()).singleElement().asString().matches(reason);
    assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
    assertThat(run.directory().toString()).endsWith(".SUSPECT");
  }

  private static boolean draining(TestRun run) {
    return run.steps.stream().anyMatch(step -> step.startsWith("draining: "));
  }

  /** Stops it once the drain has begun. */
  private static TestRun stoppedInItsDrain(TestRun run) {
    return run.eachStep(
        (running, step) -> {
          if (draining(run)) {
            running.stop();
          }
        });
  }

  /** Stops it once the brokers are asked for their counts. */
  private static TestRun stoppedInItsAudit(TestRun run) {
    return run.eachStep(
        (running, step) -> {
          if (run.steps.contains("comparing with the brokers' own counts")) {
            running.stop();
          }
        });
  }

  @Test
  void aDrainThatASignalEndsIsSuspect() throws Exception {
    TestRun run = stoppedInItsDrain(new TestRun(output, CONSUMED));
    Verdict verdict = run.with(MemoryScript.honest().withGroupRates(List.of(10.0)));
    assertThat(run.json().at("/consumption/drainEndedBy").asText()).isEqualTo("stopped");
    assertThat(run.json().at("/audit/indeterminate").asLong()).isPositive();
    assertCutShort(
        run, verdict, "cut short by a signal during the drain: \\d+ messages were missing");
  }

  @Test
  void aSignalWhileSendsSettleIsSuspectAndNoLongerWaitsForThem() throws Exception {
    TestRun run = new TestRun(output, "load.rate=100/s", "load.duration=2s", "load.mode=async");
    run.eachSecond(
        running -> {
          if (run.last().fromSeconds() >= 2) {
            running.stop();
          }
        });
    Verdict verdict =
        run.with(
            MemoryScript.honest().withStalls(List.of(new Stall(0, TimeUnit.HOURS.toNanos(1)))));
    assertThat(verdict.texts())
        .anyMatch(
            reason ->
                reason.matches("cut short by a signal while sends settled: \\d+ had no outcome"));
  }

  @Test
  void aSignalDuringTheAuditIsSuspect() throws Exception {
    TestRun run = stoppedInItsAudit(new TestRun(output, TIMED));
    Verdict verdict = run.with(MemoryScript.honest());
    assertCutShort(run, verdict, "cut short by a signal during the audit");
  }

  @Test
  void aCountThatASignalKeepsFromBeingFinalAccusesNoBroker() throws Exception {
    TestRun run = stoppedInItsAudit(new TestRun(output, TIMED));
    Verdict verdict = run.with(MemoryScript.honest().losing(index -> index == 0));
    assertThat(verdict.status()).isEqualTo(Status.SUSPECT);
    assertThat(verdict.texts())
        .anyMatch(reason -> reason.startsWith("no audit: a signal ended the wait for a count"));
    assertThat(run.json().at("/audit/brokerCount").isNull()).isTrue();
  }

  @Test
  void aQuantityThatASignalKeepsFromBeingSentIsCutShort() throws Exception {
    TestRun run = new TestRun(output, "load.rate=100/s", "load.messages=100000", "load.duration=0");
    run.eachSecond(running -> running.stop());
    Verdict verdict = run.with(MemoryScript.honest());
    assertCutShort(run, verdict, "cut short by a signal after \\d+\\.\\d s");
  }

  @Test
  void aRunWithoutAnEndOfItsOwnIsEndedByASignalAndValid() throws Exception {
    TestRun run = new TestRun(output, "load.rate=100/s", "load.duration=0");
    run.eachSecond(running -> running.stop());
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
  }

  @Test
  void itsDrainIsWaitedForOnlySoLongAndThatIsSuspect() throws Exception {
    TestRun run = new TestRun(output, "load.rate=500/s", "load.duration=0", "consume.threads=1");
    run.eachSecond(
        running -> {
          if (run.last().after().receipts().messages() > 0) {
            running.stop();
          }
        });
    Verdict verdict = run.with(MemoryScript.honest().losing(index -> index == 0));
    assertThat(verdict.texts())
        .anyMatch(
            reason ->
                reason.equals("cut short by a signal during the drain: 1 messages were missing"));
  }

  /** An interrupt would keep topics from being removed. */
  @Test
  void aSignalDoesNotInterruptWhatUndoesAFailedStart() {
    TestRun run = new TestRun(output, CONSUMED);
    BenchmarkRun[] starting = new BenchmarkRun[1];
    run.eachStep((running, step) -> starting[0] = running);
    List<Boolean> interrupted = new ArrayList<>();
    assertThatThrownBy(
            () ->
                run.with(
                    (cluster, seat, progress) ->
                        LyingSession.withReceiver(
                            LyingSession.beforeClose(
                                run.session(MemoryScript.honest()),
                                () -> {
                                  starting[0].stop();
                                  interrupted.add(Thread.currentThread().isInterrupted());
                                }),
                            receiver -> {
                              throw new IllegalStateException("no queue");
                            })))
        .hasMessage("no queue");
    assertThat(interrupted).containsExactly(false);
    assertThat(run.cluster.closes).hasValue(1);
  }

  @Test
  void aSignalAfterTheAuditChangesNothing() throws Exception {
    TestRun run = new TestRun(output, TIMED);
    run.eachStep(
        (running, step) -> {
          if (run.steps.contains("measuring the floor of this machine")) {
            running.stop();
          }
        });
    Verdict verdict = run.with(MemoryScript.honest());
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
  }
}
