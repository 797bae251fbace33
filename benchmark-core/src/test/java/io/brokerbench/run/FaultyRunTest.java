package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.driver.TestSession;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.fault.PlannedFault;
import io.brokerbench.fault.PlannedFault.Action;
import io.brokerbench.fault.inject.FaultInjector;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Phase;
import io.brokerbench.results.Promise;
import io.brokerbench.results.Sends;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.faults.FaultEvent;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.PlannedFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs with planned faults, against the in-memory broker behind a node that they hit. */
final class FaultyRunTest {

  private static final List<String> CONSUMED =
      List.of("load.threads=1", "consume.clients=1", "consume.threads=1");

  private final Path output;
  private final SwitchedNode node = new SwitchedNode("broker");

  FaultyRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(PlannedFault... faults) {
    return run(List.of("limits.achieved=0.9", "limits.failures=0.001"), faults);
  }

  private TestRun run(List<String> settings, PlannedFault... faults) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load.rate=500/s",
                "load.threads=2",
                "load.duration=20s",
                "load.warmup=2s",
                "consume.drain=1s"));
    all.addAll(settings);
    TestRun run = new TestRun(output, all.toArray(String[]::new));
    run.cluster.nodes = List.of(node);
    return run.faults(faults);
  }

  private Verdict measure(TestRun run) throws Exception {
    return run.with(
        (cluster, seat, progress) ->
            LyingSession.withProducers(run.session(MemoryScript.honest()), node::before));
  }

  private static PlannedFault fault(Action action, int at, int length) {
    return new PlannedFault(
        action,
        "broker",
        Duration.ofSeconds(at),
        length == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(length)));
  }

  private static PlannedFaults planned(TestRun run) {
    return Objects.requireNonNull(run.result().plannedFaults());
  }

  @Test
  void aKillAndWhatFailedBecauseOfItIsTheSubject() throws Exception {
    TestRun run = run(fault(Action.KILL, 5, 4));
    Verdict verdict = measure(run);
    assertThat(verdict.texts()).isEmpty();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    assertThat(node.calls).containsExactly("kill", "restart");
    assertThat(planned(run).faults()).hasSize(1);
    FaultImpact impact = planned(run).faults().get(0);
    assertThat(impact.fault()).isEqualTo("kill broker");
    assertThat(impact.node()).isEqualTo("broker");
    assertThat(impact.events())
        .extracting(FaultEvent::text)
        .containsExactly("broker killed", "broker restarted", "broker accepts connections");
    Sends sends = run.result().sends();
    long failed = sends.attempted() - sends.acked();
    assertThat(failed).isPositive();
    // Those due before it were late: a busy machine holds the senders up.
    assertThat(impact.unknown()).isPositive().isLessThanOrEqualTo(failed);
    assertThat(impact.due())
        .isEqualTo(
            impact.inTime()
                + impact.late()
                + impact.rejected()
                + impact.unknown()
                + impact.unsent());
    assertThat(impact.unavailable()).isNotEmpty();
    assertThat(impact.rateBackSeconds()).isNotNull();
    assertThat(planned(run).undisturbed().failed()).isBetween(0L, failed - impact.unknown());
    assertThat(planned(run).undisturbed().due()).isPositive();
    assertThat(run.events).anyMatch(line -> line.matches("kill broker: at .* s broker killed"));
    assertThat(run.json().at("/plannedFaults/faults/0/fault").asText()).isEqualTo("kill broker");
    assertThat(impact.consumption()).isNull();
    assertThat(run.json().at("/plannedFaults/faults/0").has("consumption")).isFalse();
  }

  @Test
  void aRandomMomentIsWithinItsLimits() throws Exception {
    TestRun run =
        run(
            new PlannedFault(
                Action.PAUSE,
                "broker",
                "",
                Duration.ofSeconds(3),
                Duration.ofSeconds(15),
                Optional.of(Duration.ofSeconds(1))));
    measure(run);
    // Seconds since the start of the load, whose warm-up takes two.
    assertThat(planned(run).faults().get(0).atSeconds()).isBetween(5.0, 22.0);
    assertThat(node.calls).containsExactly("pause", "resume");
  }

  @Test
  void failuresThatNoFaultExplainsAreJudgedAsEver() throws Exception {
    node.kill();
    TestRun run = run(fault(Action.PAUSE, 18, 1));
    assertThat(measure(run).breaks("load.failures-tenfold")).isTrue();
  }

  @Test
  void aNodeThatIsStillPausedAtTheEndIsResumedAtOnce() throws Exception {
    TestRun run = run(fault(Action.PAUSE, 15, 3_600));
    measure(run);
    assertThat(node.calls).containsExactly("pause", "resume");
    assertThat(planned(run).faults().get(0).endedSeconds()).isNotNull();
  }

  @Test
  void aNodeThatIsNeverRestartedStaysDown() throws Exception {
    TestRun run = run(fault(Action.STOP, 10, 0));
    Verdict verdict = measure(run);
    assertThat(verdict.breaks("cluster.fault")).isFalse();
    assertThat(node.calls).containsExactly("stop");
    FaultImpact impact = planned(run).faults().get(0);
    assertThat(impact.endedSeconds()).isNull();
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.unavailable())
        .last()
        .satisfies(last -> assertThat(last.toSeconds()).isNull());
  }

  /** The last messages are held up until the command has ended: the run would end it otherwise. */
  @Test
  void theOutputOfACommandIsKept() throws Exception {
    TestRun run =
        run(
            List.of("load.messages=5000", "load.duration=0"),
            new PlannedFault(
                Action.RUN, "echo one; exit 3", Duration.ofSeconds(5), Optional.empty()));
    AtomicLong sent = new AtomicLong();
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withSends(
                run.session(MemoryScript.honest()),
                () -> {
                  boolean last = sent.incrementAndGet() > 4_000;
                  while (last && run.events.stream().noneMatch(e -> e.contains("ended with"))) {
                    LockSupport.parkNanos(1_000_000);
                  }
                }));
    assertThat(planned(run).faults().get(0).events())
        .extracting(FaultEvent::text)
        .containsExactly("started", "output: one", "ended with exit code 3");
  }

  @Test
  void aRunWhoseFaultWasNotInjectedIsInvalid() throws Exception {
    TestRun run =
        run(new PlannedFault(Action.KILL, "master", Duration.ofSeconds(5), Optional.empty()));
    Verdict verdict = measure(run);
    assertThat(verdict.status()).isEqualTo(Status.INVALID);
    assertThat(verdict.breaks("cluster.fault-not-injected")).isTrue();
    assertThat(planned(run).faults()).isEmpty();
    assertThat(planned(run).notInjected())
        .containsExactly("kill master: no node is master, or it is down");
    assertThat(run.events)
        .containsExactly("kill master: waits, because no node is master, or it is down");
  }

  @Test
  void aFaultWaitsForANodeInItsRole() throws Exception {
    TestRun run =
        run(new PlannedFault(Action.KILL, "master", Duration.ofSeconds(5), Optional.empty()));
    AtomicLong asked = new AtomicLong();
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withNodeInRole(
                LyingSession.withProducers(run.session(MemoryScript.honest()), node::before),
                role -> asked.incrementAndGet() < 5 ? Optional.empty() : Optional.of(node)));
    assertThat(planned(run).notInjected()).isEmpty();
    assertThat(planned(run).faults().get(0).node()).isEqualTo("broker");
    assertThat(node.calls).containsExactly("kill");
  }

  @Test
  void theNextMasterIsAnEventWhenBrokersReportItAndWhenAllClientsKnowIt() throws Exception {
    TestRun run = run(fault(Action.KILL, 5, 0));
    SwitchedNode next = new SwitchedNode("next");
    Function<NodeRole, Optional<Node>> master =
        role ->
            role.equals(NodeRole.MASTER)
                ? Optional.of(node.calls.isEmpty() ? node : next)
                : Optional.empty();
    AtomicLong differing = new AtomicLong();
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withNodeKnownToSenders(
                LyingSession.withNodeInRole(
                    LyingSession.withProducers(run.session(MemoryScript.honest()), node::before),
                    master),
                role ->
                    node.calls.isEmpty()
                            || (role.equals(NodeRole.MASTER) && differing.incrementAndGet() > 3)
                        ? master.apply(role)
                        : Optional.empty()));
    assertThat(planned(run).faults().get(0).events())
        .extracting(FaultEvent::text)
        .containsExactlyInAnyOrder(
            "broker killed",
            "the brokers report next as master",
            "the sending clients know next as master");
    assertThat(differing).hasValueGreaterThan(3);
  }

  /** Pauses the broker as soon as the measured time has begun. */
  private FaultInjector injector(TestSession session, Clock clock, Timeline timeline) {
    TestRun.TestCluster cluster = new TestRun.TestCluster();
    cluster.nodes = List.of(node);
    return new FaultInjector(List.of(fault(Action.PAUSE, 0, 0)), cluster, session, clock, timeline);
  }

  /** One node after the other has a role, and none has another. */
  private static TestSession withRole(
      NodeRole only, AtomicReference<Node> holder, AtomicLong asked) {
    return new TestSession() {
      @Override
      public Optional<Node> nodeInRole(NodeRole role) {
        if (!role.equals(only)) {
          return Optional.empty();
        }
        asked.incrementAndGet();
        return Optional.ofNullable(holder.get());
      }
    };
  }

  @Test
  void aMasterThatChangedBeforeTheFaultIsNotItsEvent() throws Exception {
    AtomicReference<Node> master = new AtomicReference<>(node);
    AtomicLong asked = new AtomicLong();
    Clock clock = Clock.system();
    Timeline timeline = new Timeline(clock.nanoTime());
    try (FaultInjector injector =
        injector(withRole(NodeRole.MASTER, master, asked), clock, timeline)) {
      injector.start();
      awaitMore(asked, 1);
      master.set(new SwitchedNode("next"));
      awaitMore(asked, 2);
      timeline.measure(clock.nanoTime(), Long.MAX_VALUE);
      Awaitility.await().until(() -> !injector.injected().isEmpty());
      awaitMore(asked, 2);
      assertThat(injector.injected().get(0).events())
          .extracting(FaultEvent::text)
          .containsExactly("broker paused");
    }
  }

  /** At first, controllers may name no leader: they elect it, or do not answer yet. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theNextControllerLeaderIsAnEventOfAFaultThatHitsAnotherRole(boolean namedAtFirst)
      throws Exception {
    AtomicReference<Node> leader = new AtomicReference<>();
    if (namedAtFirst) {
      leader.set(node);
    }
    AtomicLong asked = new AtomicLong();
    Clock clock = Clock.system();
    Timeline timeline = new Timeline(clock.nanoTime());
    try (FaultInjector injector =
        injector(withRole(NodeRole.CONTROLLER_LEADER, leader, asked), clock, timeline)) {
      injector.start();
      awaitMore(asked, 2);
      leader.set(node);
      awaitMore(asked, 2);
      timeline.measure(clock.nanoTime(), Long.MAX_VALUE);
      Awaitility.await().until(() -> !injector.injected().isEmpty());
      leader.set(new SwitchedNode("next"));
      Awaitility.await().until(() -> injector.injected().get(0).events().size() > 1);
      assertThat(injector.injected().get(0).events())
          .extracting(FaultEvent::text)
          .containsExactly("broker paused", "the controllers report next as controller leader");
    }
  }

  /** Returns after so many more questions: the last but one has had its answer. */
  private static void awaitMore(AtomicLong asked, int more) {
    long enough = asked.get() + more;
    Awaitility.await().until(() -> asked.get() >= enough);
  }

  @Test
  void aNodeThatIsFoundAfterTheLoadIsNotHit() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    TestSession session =
        new TestSession() {
          @Override
          public Optional<Node> nodeInRole(NodeRole role) {
            if (!role.equals(NodeRole.SLAVE)) {
              return Optional.empty();
            }
            asked.countDown();
            FaultyRunTest.await(ended);
            return Optional.of(node);
          }
        };
    Clock clock = Clock.system();
    Timeline timeline = new Timeline(clock.nanoTime());
    timeline.measure(clock.nanoTime(), Long.MAX_VALUE);
    try (FaultInjector injector =
        new FaultInjector(
            List.of(new PlannedFault(Action.KILL, "slave", Duration.ZERO, Optional.empty())),
            new TestRun.TestCluster(),
            session,
            clock,
            timeline)) {
      injector.start();
      await(asked);
      timeline.endAt(clock.nanoTime());
      ended.countDown();
      injector.endLoad();
      assertThat(node.calls).isEmpty();
      assertThat(injector.failures()).containsExactly("kill slave: the load ended before");
    }
  }

  @Test
  void aFaultIsInjectedAndUndoneWhileTheTargetOfAnotherIsLookedUp() throws Exception {
    TestRun run =
        run(
            new PlannedFault(
                Action.KILL, "leader of queue 0", Duration.ofSeconds(3), Optional.empty()),
            fault(Action.PAUSE, 5, 1));
    List<Boolean> resumed = new CopyOnWriteArrayList<>();
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withNodeInRole(
                LyingSession.withProducers(run.session(MemoryScript.honest()), node::before),
                role -> {
                  for (int i = 0; i < 120_000 && !node.calls.contains("resume"); i++) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  resumed.add(node.calls.contains("resume"));
                  return Optional.empty();
                }));
    assertThat(resumed).isNotEmpty().doesNotContain(false);
  }

  @Test
  void aNodeHasOneFaultAtATime() throws Exception {
    TestRun run = run(fault(Action.KILL, 5, 6), fault(Action.PAUSE, 8, 1));
    assertThat(measure(run).breaks("cluster.fault-not-injected")).isTrue();
    assertThat(planned(run).faults()).hasSize(1);
    assertThat(node.calls).containsExactly("kill", "restart");
  }

  /** The node is the only master, and the first fault has hit it. */
  @Test
  void aFaultOfARoleWaitsUntilItsNodeHasNoOther() throws Exception {
    TestRun run =
        run(
            fault(Action.KILL, 5, 6),
            new PlannedFault(
                Action.PAUSE, "master", Duration.ofSeconds(8), Optional.of(Duration.ofSeconds(1))));
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withNodeInRole(
                LyingSession.withProducers(run.session(MemoryScript.honest()), node::before),
                role -> Optional.of(node)));
    assertThat(planned(run).notInjected()).isEmpty();
    assertThat(node.calls).containsExactly("kill", "restart", "pause", "resume");
    assertThat(run.events)
        .contains("pause master: waits, because no node is master, or it is down");
  }

  @Test
  void aFaultThatFailsDoesNotKeepItsNodeFromOthers() throws Exception {
    node.refusesToStop = true;
    TestRun run = run(fault(Action.STOP, 5, 0), fault(Action.PAUSE, 8, 1));
    measure(run);
    assertThat(planned(run).notInjected()).containsExactly("stop broker: it cannot be stopped");
    assertThat(planned(run).faults()).hasSize(1);
    assertThat(node.calls).containsExactly("stop", "pause", "resume");
  }

  @Test
  void aRunWhoseNodeIsNotRestartedAsPlannedIsInvalid() throws Exception {
    node.refusesToRestart = true;
    TestRun run = run(fault(Action.KILL, 5, 4));
    assertThat(measure(run).breaks("cluster.fault-not-injected")).isTrue();
    assertThat(planned(run).notInjected())
        .containsExactly("kill broker: broker is not back: it cannot be restarted");
    assertThat(planned(run).faults()).hasSize(1);
  }

  @Test
  void whatAHostCannotDoEndsTheRunBeforeItsLoad() {
    TestRun run = run(fault(Action.SLOW_DISK, 5, 4));
    assertThatThrownBy(() -> measure(run))
        .isInstanceOf(BrokerException.class)
        .hasMessage("broker: needs " + Impairment.SLOW_DISK.needs());
    assertThat(run.intervals).isEmpty();
    assertThat(node.calls).isEmpty();
  }

  /** A partition that would outlast the load ends with it. */
  @Test
  void nodesThatAreCutOffTogetherAreReconnectedTogether() throws Exception {
    SwitchedNode other = new SwitchedNode("other");
    node.canBeImpaired = true;
    other.canBeImpaired = true;
    TestRun run =
        run(
            new PlannedFault(
                Action.PARTITION,
                "broker",
                "other",
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Optional.of(Duration.ofHours(1))));
    run.cluster.nodes = List.of(other, node);
    measure(run);
    assertThat(node.calls).containsExactly("impair with [other]", "repair with [other]");
    assertThat(other.calls).isEmpty();
    FaultImpact impact = planned(run).faults().get(0);
    assertThat(impact.fault()).isEqualTo("partition broker with other");
    assertThat(impact.events())
        .extracting(FaultEvent::text)
        .containsExactly(
            "broker and other: cut off from other nodes", "broker and other: reconnected");
    assertThat(impact.endedSeconds()).isNotNull();
  }

  /** The run waits for it for a limited time after the load. */
  @Test
  void aNodeThatDoesNotComeBackIsToldAndTheRunEnds() throws Exception {
    node.neverBoots = true;
    TestRun run = run(fault(Action.KILL, 5, 4));
    measure(run);
    FaultImpact impact = planned(run).faults().get(0);
    assertThat(impact.events())
        .extracting(FaultEvent::text)
        .containsExactly(
            "broker killed", "broker restarted", "broker does not accept connections yet");
    assertThat(impact.endedSeconds()).isNotNull();
    assertThat(run.events).last().asString().endsWith(" broker does not accept connections yet");
    assertThat(run.result().audit().done()).isTrue();
  }

  @Test
  void aNodeThatDoesNotEndWhenAskedToIsKilledBeforeItsRestart() throws Exception {
    node.ignoresStop = true;
    TestRun run = run(fault(Action.STOP, 5, 4));
    measure(run);
    assertThat(node.calls).containsExactly("stop", "kill", "restart");
    assertThat(planned(run).faults().get(0).events())
        .extracting(FaultEvent::text)
        .containsExactly(
            "broker asked to stop",
            "broker did not end in time, and was killed",
            "broker restarted",
            "broker accepts connections");
  }

  @Test
  void aFaultThatFailsHalfwayIsUndone() throws Exception {
    node.pausesInPart = true;
    TestRun run = run(fault(Action.PAUSE, 5, 3_600));
    measure(run);
    assertThat(planned(run).notInjected()).containsExactly("pause broker: a thread does not stop");
    assertThat(node.calls).containsExactly("pause", "resume");
  }

  @Test
  void whatConsumersMissOrGetTwiceIsOfTheFault() throws Exception {
    TestRun run = run(CONSUMED, fault(Action.KILL, 5, 4));
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withProducers(
                run.session(
                    MemoryScript.honest()
                        .losing(index -> index >= 100 && index < 110)
                        .duplicating(index -> index >= 200 && index < 205)
                        .displacing(index -> index == 300 || index == 400 ? 5 : 0)),
                node::before));
    FaultImpact.ConsumerImpact found = consumption(run);
    assertThat(found.lost()).isEqualTo(10);
    assertThat(found.duplicates()).isEqualTo(5);
    assertThat(found.reordered()).isEqualTo(2);
    Audit audit = run.result().audit();
    assertThat(audit.lost()).isEqualTo(found.lost());
    assertThat(audit.duplicated()).isEqualTo(found.duplicates());
    assertThat(audit.reordered()).isEqualTo(found.reordered());
    JsonNode json = run.json().at("/plannedFaults/faults/0");
    assertThat(json.has("lost")).isFalse();
    assertThat(json.at("/consumption/duplicates").longValue()).isEqualTo(5);
  }

  /** From the fault until the load has ended, consumers do nothing. */
  @Test
  void consumersThatStandStillUntilTheEndAreNeverLevelAgain() throws Exception {
    TestRun run = run(CONSUMED, fault(Action.KILL, 5, 4));
    CountDownLatch ended = new CountDownLatch(1);
    AtomicLong before = new AtomicLong();
    run.eachSecond(
            running -> {
              if (run.last().phase() == Phase.SETTLING) {
                ended.countDown();
              }
            })
        .with(
            (cluster, seat, progress) ->
                LyingSession.withReceiver(
                    LyingSession.withProducers(run.session(MemoryScript.honest()), node::before),
                    receiver ->
                        (body, queue, born, stored, attempt) -> {
                          if (node.calls.isEmpty()) {
                            before.incrementAndGet();
                          } else {
                            await(ended);
                          }
                          return receiver.receive(body, queue, born, stored, attempt);
                        }));
    FaultImpact.ConsumerImpact found = consumption(run);
    assertThat(found.lost()).isZero();
    assertThat(found.levelSeconds()).isNull();
    assertThat(found.backlogMax())
        .isGreaterThan(found.levelBacklog())
        .isLessThanOrEqualTo(run.result().audit().acked() - before.get());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static FaultImpact.ConsumerImpact consumption(TestRun run) {
    assertThat(planned(run).faults()).hasSize(1);
    return Objects.requireNonNull(planned(run).faults().get(0).consumption());
  }

  /** The broker, which promises the disk or not, loses ten messages. */
  @ParameterizedTest
  @CsvSource({
    "true, 4, false, '10 messages are lost that were acknowledged from disk on 1 broker'",
    "false, 4, false, ",
    "true, 0, false, ",
    "true, 4, true, "
  })
  void aPromiseIsBrokenIfNothingElseExplainsTheLoss(
      boolean onDisk, int restart, boolean drops, String broken) throws Exception {
    TestRun run =
        run(List.of("consume.clients=1", "consume.threads=1"), fault(Action.KILL, 5, restart));
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withPromise(
                LyingSession.withProducers(
                    LyingSession.withDropsWhileDown(
                        run.session(
                            MemoryScript.honest().losing(index -> index >= 100 && index < 110)),
                        drops),
                    node::before),
                new Promise(true, onDisk, 1, "as promised")));
    assertThat(consumption(run).lost()).isEqualTo(10);
    assertThat(planned(run).brokenPromise()).isEqualTo(broken);
    assertThat(run.result().plannedFaults()).isEqualTo(planned(run));
  }

  /** Whether a group misses a message: ten of each, different ones of each. */
  private static boolean isMissed(int group, byte[] body) {
    return MessageHeader.read(body)
        .filter(header -> header.producer() == 0)
        .filter(header -> header.sequence() / 10 == 10 + group)
        .isPresent();
  }

  /**
   * Each group misses messages that were acknowledged from disk.
   *
   * @param held number of messages that the brokers record as not consumed by a group
   */
  private Verdict withMissedMessages(TestRun run, long held) throws Exception {
    return run.with(
        (cluster, seat, progress) ->
            LyingSession.withPromise(
                LyingSession.withProducers(
                    LyingSession.withLessProgress(
                        LyingSession.withReceivers(
                            run.session(MemoryScript.honest()),
                            (group, receiver) ->
                                (body, queue, born, stored, attempt) ->
                                    isMissed(group, body)
                                        || receiver.receive(body, queue, born, stored, attempt)),
                        held),
                    node::before),
                new Promise(true, true, 1, "as promised")));
  }

  /** The group misses ten messages, and the brokers record that it did not consume some of them. */
  @ParameterizedTest
  @CsvSource({"10, ", "7, '3 messages are lost that were acknowledged from disk on 1 broker'"})
  void whatTheBrokersStillHoldForAGroupBreaksNoPromise(long held, String broken) throws Exception {
    TestRun run = run(List.of("consume.clients=1", "consume.threads=1"), fault(Action.KILL, 5, 4));
    Verdict verdict = withMissedMessages(run, held);
    assertThat(consumption(run).lost()).isEqualTo(10);
    assertThat(planned(run).brokenPromise()).isEqualTo(broken);
    assertThat(verdict.notes())
        .anyMatch(
            note ->
                note.startsWith("10 acknowledged messages were never received, while the brokers")
                    && note.endsWith(held + " that the group has not consumed"));
  }

  /** The group misses ten messages, and its progress is not recorded. */
  @ParameterizedTest
  @CsvSource({
    "10, ",
    "-1, ",
    "0, '10 messages are lost that were acknowledged from disk on 1 broker'"
  })
  void withoutARecordOnlyEmptyQueuesBreakAPromise(long ready, String broken) throws Exception {
    TestRun run = run(CONSUMED, fault(Action.KILL, 5, 4));
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withPromise(
                LyingSession.withProducers(
                    LyingSession.withFigures(
                        LyingSession.withoutProgress(
                            run.session(
                                MemoryScript.honest()
                                    .losing(index -> index >= 100 && index < 110))),
                        () -> new TreeMap<>(Map.of("readyMessages", ready, "unackedMessages", 0L))),
                    node::before),
                new Promise(true, true, 1, "as promised")));
    assertThat(consumption(run).lost()).isEqualTo(10);
    assertThat(planned(run).brokenPromise()).isEqualTo(broken);
  }

  /** What a group misses of its queues is held for it; another one misses other messages. */
  @Test
  void whatTheBrokersStillHoldForEachGroupBreaksNoPromise() throws Exception {
    TestRun run =
        run(
            List.of("consume.groups=2", "consume.clients=1", "consume.threads=1"),
            fault(Action.KILL, 5, 4));
    withMissedMessages(run, 10);
    assertThat(consumption(run).lost()).isEqualTo(20);
    assertThat(planned(run).brokenPromise()).isNull();
  }
}
