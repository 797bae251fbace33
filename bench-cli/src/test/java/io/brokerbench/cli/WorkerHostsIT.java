package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.HostNetwork.Host;
import io.brokerbench.results.Audit;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.testkit.Required;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A controller, four workers and RocketMQ on hosts of their own: the distribution with mutual TLS.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class WorkerHostsIT {

  private static final String VICTIM = "w2";
  private static final String OTHER = "w3";

  /** Time after which a silent worker is lost. */
  private static final int LOST_SECONDS = 10;

  /** Longer than any end is awaited: what ends meanwhile does not end with the load. */
  private static final String ENDLESS = " --duration 1h";

  /** A quantity, so that a busy machine sends no fewer. */
  private static final int MESSAGES = 1_000;

  /** Enough for three freezes in mid-run. */
  private static final int MANY_MESSAGES = 4_400;

  /** Enough to receive all messages on a busy machine; lengthens no run that misses none. */
  private static final String DRAIN = " --set consume.drain=50s";

  /** Shorter than the time that workers go on alone, and than that after which one is silent. */
  private static final int SHORT_FREEZE_SECONDS = 2;

  /** Time without a message after which a worker is silent. */
  private static final int SILENT_SECONDS = 3;

  /** The longest time from a worker's answer to its freeze. */
  private static final double ANSWERED_SECONDS = 0.5;

  /** Long enough to be noticed, and not enough to be lost. */
  private static final int WORKER_FREEZE_SECONDS = 4;

  private static final int LONG_FREEZE_SECONDS = 20;
  private static final int VALID = 0;
  private static final int INVALID = 4;
  private static final int KILLED = 137;

  private final Path home;
  private @Nullable HostCluster started;

  WorkerHostsIT(@TempDir Path home) {
    this.home = home;
  }

  @BeforeAll
  void startCluster() throws Exception {
    Required.orSkip(HostNetwork.problem(), "BENCH_REQUIRE_DOCKER");
    started = new HostCluster(home);
    started.start();
  }

  @AfterAll
  void endCluster() {
    if (started != null) {
      started.close();
    }
  }

  private HostCluster cluster() {
    return Objects.requireNonNull(started);
  }

  private RunOnHosts start(String topic, String toolAndFlags) throws Exception {
    return new RunOnHosts(cluster(), topic, toolAndFlags);
  }

  /** What happens to a host. */
  enum Fault {
    KILL {
      @Override
      void hit(Host host) {
        host.kill();
      }
    },
    PAUSE {
      @Override
      void hit(Host host) {
        host.pause();
      }
    },
    DISCONNECT {
      @Override
      void hit(Host host) {
        host.disconnect();
      }
    };

    abstract void hit(Host host);
  }

  /** Freezes a host; returns how many seconds this took. */
  private static double freeze(Host host, int seconds) throws InterruptedException {
    long from = System.nanoTime();
    host.pause();
    TimeUnit.SECONDS.sleep(seconds);
    host.unpause();
    return (System.nanoTime() - from) / 1e9;
  }

  @Test
  void producersAreAuditedToTheMessage() throws Exception {
    try (RunOnHosts run = start("sent", "producer -w 16" + quantity(MESSAGES))) {
      RunResult result = run.end(VALID);
      assertAccount(result, MESSAGES);
      Audit audit = result.audit();
      assertThat(audit.acked() + audit.unknown() + audit.rejected()).isEqualTo(audit.attempted());
      assertWorkersWereLetGo(run);
    }
  }

  @Test
  void whatOneWorkerSendsAnotherReceives() throws Exception {
    try (RunOnHosts run =
        start("received", "consumer --producers 16 --clients 4" + quantity(MESSAGES) + DRAIN)) {
      RunResult result = run.end(VALID);
      assertAccount(result, MESSAGES);
      assertDelivered(result.audit());
      assertThat(workers(result)).allSatisfy(each -> assertThat(each.received()).isPositive());
      assertWorkersWereLetGo(run);
    }
  }

  /** The last one: from its transactions on, an idle RocketMQ 5.5.0 uses a processor. */
  @Test
  @Order(Order.DEFAULT + 1)
  void transactionsAreCheckedBackOnAnyWorker() throws Exception {
    try (RunOnHosts run =
        start("transacted", "tproducer -w 16 -sr 0.2 -su 0.2" + quantity(MESSAGES) + DRAIN)) {
      RunResult result = run.end(VALID);
      assertAccount(result, MESSAGES);
      assertDelivered(result.audit());
      Transactions transactions = Objects.requireNonNull(result.transactions());
      assertThat(transactions.unknown()).isPositive();
      assertThat(transactions.checkedCommitted()).isEqualTo(transactions.unknown());
      assertThat(transactions.committed() + transactions.unknown())
          .isEqualTo(result.audit().acked());
      assertThat(transactions.rolledBack()).isPositive();
      assertThat(transactions.unresolved()).isZero();
      assertThat(transactions.foreignCheckBacks()).isZero();
      assertWorkersWereLetGo(run);
    }
  }

  @Test
  void aHostThatStoodStillForSecondsEndsNothingAndAWorkerIsNamed() throws Exception {
    try (RunOnHosts run = start("frozen", "producer -w 16" + quantity(MANY_MESSAGES))) {
      run.awaitMiddle();
      run.awaitSecond();
      double seconds = freeze(run.worker(OTHER), SHORT_FREEZE_SECONDS);
      freeze(run.controller(), SHORT_FREEZE_SECONDS);
      freeze(run.worker(VICTIM), WORKER_FREEZE_SECONDS);
      RunResult result = run.end(INVALID);
      assertAccount(result, MANY_MESSAGES);
      List<String> silent = reasons(result, "workers.silent");
      assertThat(silent)
          .anyMatch(reason -> reason.startsWith("worker " + VICTIM + " was silent for "));
      // On a busy machine a freeze takes longer than it should.
      if (seconds + ANSWERED_SECONDS < SILENT_SECONDS) {
        assertThat(silent).noneMatch(reason -> reason.startsWith("worker " + OTHER + " "));
      }
      assertWorkersWereLetGo(run);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatLosesAWorkerEndsAndNamesIt(Fault fault) throws Exception {
    String tool = fault == Fault.KILL ? "consumer --producers 4 --clients 4" : "producer -w 4";
    try (RunOnHosts run = start("worker-" + fault, tool + ENDLESS)) {
      run.awaitMiddle();
      if (fault == Fault.PAUSE) {
        freeze(run.worker(VICTIM), LONG_FREEZE_SECONDS);
      } else {
        fault.hit(run.worker(VICTIM));
      }
      RunResult result = run.end(INVALID);
      assertAborted(run, result);
      assertThat(reasons(result, "load.aborted"))
          .singleElement()
          .asString()
          .contains("a worker was lost: " + VICTIM + " at ");
      assertThat(reasons(result, "audit.broker-count")).isEmpty();
      assertThat(lost(result)).containsExactly(VICTIM);
      for (String worker : RunOnHosts.WORKERS) {
        boolean gone = worker.equals(VICTIM);
        run.assertEnd(worker, !gone ? VALID : fault == Fault.KILL ? KILLED : INVALID);
      }
      run.assertNothingIsLeft();
    }
  }

  @ParameterizedTest
  @EnumSource
  void workersWithoutAControllerSendNoMoreAndEnd(Fault fault) throws Exception {
    try (RunOnHosts run = start("controller-" + fault, "producer -w 4" + ENDLESS)) {
      run.awaitMiddle();
      fault.hit(run.controller());
      for (String worker : RunOnHosts.WORKERS) {
        run.assertEnd(worker, INVALID);
        assertThat(run.worker(worker).output())
            .contains("the controller at controller:7700 is gone: ");
      }
      long after = cluster().broker().messages(run.topic());
      if (fault == Fault.PAUSE) {
        // The workers have waited for the rest.
        TimeUnit.SECONDS.sleep(LONG_FREEZE_SECONDS - LOST_SECONDS);
        run.controller().unpause();
      }
      if (fault == Fault.KILL) {
        RunResult draft = run.end(KILLED);
        assertThat(run.directory().toString()).endsWith(".INCOMPLETE");
        assertThat(draft.verdict().status()).isEqualTo(Verdict.Status.INVALID);
        assertThat(draft.audit().done()).isFalse();
        assertThat(draft.sends().acked()).isPositive();
      } else {
        RunResult result = run.end(INVALID);
        assertAborted(run, result);
        assertThat(lost(result)).isEqualTo(RunOnHosts.WORKERS);
      }
      if (fault != Fault.PAUSE) {
        assertThat(cluster().broker().messages(run.topic())).isEqualTo(after);
        run.cleanUp();
      }
      run.assertNothingIsLeft();
    }
  }

  /** So many messages, none of which is unknown only because a busy machine takes its time. */
  private static String quantity(int messages) {
    return " --set load.messages=" + messages + " --set client.send-timeout=30s";
  }

  /** Checks the account of a complete run of so many messages. */
  private static void assertAccount(RunResult run, int messages) {
    Audit audit = run.audit();
    assertThat(run.verdict().status()).as("%s", run.verdict()).isNotEqualTo(Verdict.Status.INVALID);
    assertThat(audit.attempted()).isEqualTo(messages);
    assertThat(audit.unasked()).isNull();
    assertThat(audit.agreesWithBroker()).as("%s", audit).isTrue();
    assertThat(names(workers(run))).isEqualTo(RunOnHosts.WORKERS);
    assertThat(lost(run)).isEmpty();
    assertThat(workers(run)).allSatisfy(worker -> assertThat(worker.sent()).isPositive());
    assertThat(workers(run).stream().mapToLong(WorkerUse::sent).sum())
        .isEqualTo(run.sends().attempted());
  }

  /** Checks that everything that could be delivered was, by name. */
  private static void assertDelivered(Audit audit) {
    assertThat(audit.delivered()).isEqualTo(audit.acked());
    assertThat(Objects.requireNonNull(audit.recovered()))
        .isEqualTo(audit.unknown() - Objects.requireNonNull(audit.indeterminate()));
    assertThat(audit.lost()).isZero();
    assertThat(audit.phantom()).isZero();
    assertThat(audit.unselected()).isZero();
    assertThat(audit.corrupt()).isZero();
    assertThat(audit.unexpected()).isZero();
  }

  /** Checks that a run that lost workers ended early, with all that it measured. */
  private static void assertAborted(RunOnHosts run, RunResult result) throws Exception {
    assertThat(run.directory().toString()).endsWith(".INVALID");
    assertThat(run.directory().resolve("report.html")).exists();
    assertThat(result.verdict().status()).isEqualTo(Verdict.Status.INVALID);
    assertThat(reasons(result, "load.aborted"))
        .singleElement()
        .asString()
        .contains("a worker was lost: ");
    assertThat(names(workers(result))).isEqualTo(RunOnHosts.WORKERS);
    assertThat(result.sends().acked()).isPositive();
  }

  private static void assertWorkersWereLetGo(RunOnHosts run) throws Exception {
    for (String worker : RunOnHosts.WORKERS) {
      run.assertEnd(worker, VALID);
    }
    run.assertNothingIsLeft();
  }

  /** The texts of all reasons with this code. */
  private static List<String> reasons(RunResult run, String code) {
    return run.verdict().reasons().stream()
        .filter(reason -> reason.code().equals(code))
        .map(Verdict.Reason::text)
        .toList();
  }

  private static List<WorkerUse> workers(RunResult run) {
    return Objects.requireNonNull(run.workers());
  }

  /** The names of the workers that were lost. */
  private static List<String> lost(RunResult run) {
    return names(workers(run).stream().filter(worker -> worker.lost() != null).toList());
  }

  private static List<String> names(List<WorkerUse> workers) {
    return workers.stream().map(WorkerUse::name).toList();
  }
}
