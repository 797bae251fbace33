package io.brokerbench.workers.controller;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.testkit.Leaks;
import io.brokerbench.workers.JoinedWorker;
import io.brokerbench.workers.Recorder;
import io.brokerbench.workers.TestTask;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.BuildId;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.Tick;
import io.brokerbench.workers.protocol.ToWorker;
import io.brokerbench.workers.protocol.WorkerProtocol;
import io.brokerbench.workers.worker.RunTask;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Registration, runs and their ends, with real connections and JVMs. */
@Tag("ci")
@Isolated("looks for threads and child processes")
final class WorkerPoolTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<String> console = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  /** Closes everything and looks for leftovers. */
  @AfterEach
  void leavesNothing() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable each : opened) {
      each.close();
    }
    await().atMost(PATIENCE).until(() -> ProcessHandle.current().children().toList().isEmpty());
    await().atMost(PATIENCE).until(() -> threads().isEmpty());
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("workers-") || name.startsWith("grpc-"))
        .toList();
  }

  @Test
  void aMissingWorkerIsAwaitedForALimitedTime() throws Exception {
    int port = FreePort.choose();
    WorkerPool pool = pool(port, 2);
    JoinedWorker worker = worker(port, "w");
    await().atMost(PATIENCE).until(() -> console.contains("w at 127.0.0.1 joined, 1 of 2 workers"));
    assertThatThrownBy(() -> pool.await(Duration.ofSeconds(1), List.of("v", "w")))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "1 of 2 workers joined within 1 s, without v; start what is missing, and give the same"
                + " command again");
    pool.close();
    assertThat(worker.outcome()).isEqualTo(JoinedWorker.RELEASED);
  }

  @Test
  void aFileExistsOnlyWhileTheWorkerIsRegistered(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("ready");
    Files.writeString(file, "left by an earlier worker");
    int port = FreePort.choose();
    JoinedWorker worker = JoinedWorker.start(port, "w", file);
    opened.add(worker);
    worker.awaitLine(
        "waiting for the controller at 127.0.0.1:" + port + ": it does not accept connections");
    assertThat(file).doesNotExist();
    WorkerPool pool = pool(port, 1);
    pool.await();
    await().atMost(PATIENCE).until(() -> Files.exists(file));
    pool.close();
    assertThat(worker.outcome()).isEqualTo(JoinedWorker.RELEASED);
    assertThat(file).doesNotExist();
  }

  @Test
  void aWorkerWaitsForItsController() throws Exception {
    int port = FreePort.choose();
    JoinedWorker worker = worker(port, "early");
    worker.awaitLine(
        "waiting for the controller at 127.0.0.1:" + port + ": it does not accept connections");
    WorkerPool pool = pool(port, 1);
    assertThat(pool.await())
        .singleElement()
        .satisfies(
            info -> {
              assertThat(info.label()).isEqualTo("early at 127.0.0.1");
              assertThat(info.jdk()).isEqualTo(System.getProperty("java.version"));
              assertThat(info.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
              assertThat(info.ceilings().timerP99Nanos()).isPositive();
              assertThat(info.ceilings().parkP99Nanos()).isPositive();
            });
    pool.close();
    assertThat(worker.outcome()).isEqualTo(JoinedWorker.RELEASED);
    assertThat(worker.lines())
        .hasSize(3)
        .last()
        .isEqualTo("the controller at 127.0.0.1:" + port + " no longer needs this worker");
    assertThat(console)
        .containsExactly(
            "waiting for 1 workers at 127.0.0.1:" + port,
            "early at 127.0.0.1 joined, 1 of 1 workers");
    assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
        .isInstanceOf(IOException.class);
  }

  @Tag("nightly")
  @Test
  void eachRunHasNewJvms() throws Exception {
    WorkerPool pool = pool(0, 2);
    worker(pool.port(), "a");
    worker(pool.port(), "a");
    assertThat(pool.await()).extracting(WorkerInfo::name).containsExactly("a", "a-2");
    List<Long> pids = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      List<Recorder> run = run(pool, "", "");
      for (Recorder each : run) {
        each.answers("hello");
        pids.add(each.pid());
        each.send(TestTask.END);
        each.awaits("ended");
      }
    }
    assertThat(pids)
        .doesNotHaveDuplicates()
        .hasSize(4)
        .doesNotContain(ProcessHandle.current().pid());
    await()
        .atMost(PATIENCE)
        .until(() -> pids.stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()));
    assertThat(console).as("no line about a run").hasSize(3);
  }

  @Test
  void workersJoinTheControllerOfTheNextRun() throws Exception {
    int port = FreePort.choose();
    List<JoinedWorker> workers = List.of(worker(port, "a"), worker(port, "b"));
    int controllers = 3;
    for (int i = 1; i <= controllers; i++) {
      WorkerPool pool = pool(port, 2);
      assertThat(pool.await()).extracting(WorkerInfo::name).containsExactly("a", "b");
      for (Recorder each : run(pool, "", "")) {
        each.send(TestTask.END);
        each.awaits("ended");
      }
      pool.close(i < controllers);
    }
    for (JoinedWorker worker : workers) {
      assertThat(worker.outcome()).isEqualTo(JoinedWorker.RELEASED);
      assertThat(worker.lines())
          .filteredOn(line -> line.startsWith("joined "))
          .hasSize(controllers);
    }
  }

  /** A slow worker would not read what a controller sends before it closes the connection. */
  @Test
  void theControllerStaysUntilItsWorkersHaveLeft() throws Exception {
    WorkerPool pool = pool(0, 1);
    ScriptedWorker worker = new ScriptedWorker(pool.port());
    worker.hello();
    worker.send(FromWorker.newBuilder().setTick(Tick.getDefaultInstance()));
    pool.await();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(pool::close);
    worker.awaitMessage(ToWorker::hasGoodbye);
    TimeUnit.MILLISECONDS.sleep(300);
    assertThat(worker.end()).isNotDone();
    worker.complete();
    closed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(worker.end()).succeedsWithin(PATIENCE).isEqualTo("completed");
  }

  @Test
  void theJvmOfAnotherRunIsRefusedOnBothSidesAndTheRunStarts() throws Exception {
    WorkerPool pool = pool(0, 1);
    ScriptedWorker worker = new ScriptedWorker(pool.port());
    worker.hello();
    worker.tick();
    pool.await();
    CompletableFuture<List<WorkerLink>> run = new CompletableFuture<>();
    Thread unused =
        DaemonThreads.start(
            "start",
            () -> {
              try {
                run.complete(pool.startRun(List.of(new byte[0])));
              } catch (BrokerException | InterruptedException e) {
                run.completeExceptionally(e);
              }
            });
    String secret = worker.awaitMessage(ToWorker::hasStartRun).getStartRun().getRun();
    ScriptedWorker stray = new ScriptedWorker(pool.port());
    stray.hello("an earlier run");
    String reason = "the run of this connection is not starting";
    assertThat(stray.awaitMessage(ToWorker::hasRefused).getRefused().getReason()).isEqualTo(reason);
    assertThat(console).contains("refused slow at 127.0.0.1: " + reason);
    assertThat(run).isNotDone();
    ScriptedWorker jvm = new ScriptedWorker(pool.port());
    jvm.hello(secret);
    ToWorker welcome = jvm.awaitMessage(ToWorker::hasWelcome);
    assertThat(welcome.getWelcome().getName()).isEqualTo("slow");
    jvm.tick();
    assertThat(run.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasSize(1);
    worker.complete();
    jvm.complete();
  }

  /** As one does whose controller was too slow, and then connects again. */
  @Test
  void aWorkerThatGaveUpWaitingForItsWelcomeTakesNoPlace() throws Exception {
    WorkerPool pool = pool(0, 1);
    ScriptedWorker slow = welcomed(pool);
    slow.disconnect();
    worker(pool.port(), "b");
    assertThat(pool.await()).extracting(WorkerInfo::name).containsExactly("b");
    assertThat(console)
        .containsExactly(
            "waiting for 1 workers at 127.0.0.1:" + pool.port(),
            "b at 127.0.0.1 joined, 1 of 1 workers");
  }

  @Tag("nightly")
  @Test
  void aWorkerThatReadsItsWelcomeTooLateIsLetGo() throws Exception {
    WorkerPool pool = pool(0, 1);
    ScriptedWorker slow = welcomed(pool);
    worker(pool.port(), "b");
    pool.await();
    slow.send(FromWorker.newBuilder().setTick(Tick.getDefaultInstance()));
    slow.awaitMessage(ToWorker::hasGoodbye);
    slow.complete();
    run(pool, "").get(0).answers("the run has the other worker");
  }

  /** A worker that was sent its welcome, and has not answered. */
  private ScriptedWorker welcomed(WorkerPool pool) {
    ScriptedWorker worker = new ScriptedWorker(pool.port());
    worker.hello();
    worker.awaitMessage(ToWorker::hasWelcome);
    return worker;
  }

  /** A stream of a worker whose every message the test decides. */
  private final class ScriptedWorker implements StreamObserver<ToWorker> {

    private final ManagedChannel channel;
    private final StreamObserver<FromWorker> out;
    private final List<ToWorker> received = new CopyOnWriteArrayList<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private volatile boolean ticking;

    private ScriptedWorker(int port) {
      channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      opened.add(channel::shutdownNow);
      out =
          ClientCalls.asyncBidiStreamingCall(
              channel.newCall(WorkerProtocol.CONNECT, CallOptions.DEFAULT), this);
    }

    private void hello() {
      hello("");
    }

    /** Introduces itself as the JVM of a run; of a registration if that is empty. */
    private void hello(String run) {
      send(
          FromWorker.newBuilder()
              .setHello(
                  Hello.newBuilder()
                      .setProtocol(WorkerProtocol.VERSION)
                      .setBuild(BuildId.current())
                      .setRun(run)
                      .setName("slow")));
    }

    /** Confirms its welcome, and answers each tick from now on. */
    private void tick() {
      ticking = true;
      send(FromWorker.newBuilder().setTick(Tick.getDefaultInstance()));
    }

    private synchronized void send(FromWorker.Builder message) {
      out.onNext(message.build());
    }

    private synchronized void complete() {
      ticking = false;
      out.onCompleted();
    }

    private void disconnect() throws InterruptedException {
      assertThat(channel.shutdownNow().awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .isTrue();
    }

    private ToWorker awaitMessage(Predicate<ToWorker> expected) {
      await().atMost(PATIENCE).until(() -> received.stream().anyMatch(expected));
      return received.stream().filter(expected).findFirst().orElseThrow();
    }

    private CompletableFuture<String> end() {
      return end;
    }

    @Override
    public void onNext(ToWorker message) {
      received.add(message);
      if (message.hasTick() && ticking) {
        send(FromWorker.newBuilder().setTick(Tick.getDefaultInstance()));
      }
    }

    @Override
    public void onError(Throwable thrown) {
      end.complete("failed");
    }

    @Override
    public void onCompleted() {
      end.complete("completed");
    }
  }

  @Tag("nightly")
  @Test
  void theLongestMessagePassesInBothDirections() throws Exception {
    WorkerLink link = started("a").link();
    Recorder run = Recorder.of(link);
    for (int i = 0; i < 20; i++) {
      link.send(new byte[WorkerProtocol.MAX_PAYLOAD_BYTES]);
    }
    run.answers("after them");
    // On a busy machine the other side may be silent for a while.
    assertThat(run.events())
        .filteredOn(event -> !event.equals("silent"))
        .hasSize(22)
        .contains(WorkerProtocol.MAX_PAYLOAD_BYTES + " bytes");
    assertThatThrownBy(() -> link.send(new byte[WorkerProtocol.MAX_PAYLOAD_BYTES + 1]))
        .isInstanceOf(IllegalArgumentException.class);
    run.answers("the link is unharmed");
  }

  @Test
  void aTaskThatFailsIsNamedWithItsReason() throws Exception {
    Started started = started("a");
    Recorder run = Recorder.of(started.link());
    run.send(TestTask.FAIL);
    run.awaits("lost");
    assertThat(run.events())
        .last()
        .isEqualTo(
            "lost a at 127.0.0.1: its run failed: java.lang.IllegalStateException: as ordered");
    run(started.pool(), "").get(0).answers("the next run is unharmed");
  }

  @Test
  void aJvmThatEndsIsNoticedAndItsExitCodeReported() throws Exception {
    Recorder run = Recorder.of(started("a").link());
    run.send(TestTask.EXIT);
    run.awaits("lost");
    assertThat(run.events()).last().isEqualTo("lost a at 127.0.0.1: its connection ended");
    await()
        .atMost(PATIENCE)
        .until(() -> console.contains("a at 127.0.0.1: its run ended early: exit code 7"));
  }

  /** A task that cannot be created. */
  public static final class BrokenTask implements RunTask {

    public BrokenTask() {
      throw new IllegalStateException("broken");
    }

    @Override
    public void run(byte[] order, WorkerLink link) {
      throw new AssertionError("was never created");
    }
  }

  @Test
  void aWorkerThatDoesNotStartIsNamedWithItsReason() throws Exception {
    WorkerPool pool = pool(0, 2);
    worker(pool.port(), "good");
    opened.add(JoinedWorker.start(pool.port(), "bad", BrokenTask.class));
    pool.await();
    assertThatThrownBy(() -> pool.startRun(List.of(new byte[0], new byte[0])))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "bad at 127.0.0.1: the run did not start: exit code 1: "
                + BrokenTask.class.getName()
                + " cannot be created: java.lang.IllegalStateException: broken");
    // The JVM of the other worker ends as well.
    await().atMost(PATIENCE).until(() -> ProcessHandle.current().children().toList().isEmpty());
  }

  @Test
  void joiningLateIsRefusedOnBothSides() throws Exception {
    WorkerPool pool = pool(0, 1);
    worker(pool.port(), "a");
    pool.await();
    JoinedWorker late = worker(pool.port(), "b");
    String reason = "all workers (1) have joined; joining late is not possible";
    assertThat(late.outcome())
        .isEqualTo(
            "the controller at 127.0.0.1:" + pool.port() + ": it refused this worker: " + reason);
    assertThat(console).contains("refused b at 127.0.0.1: " + reason);
    run(pool, "").get(0).answers("the worker is unharmed");
  }

  @Test
  void aWorkerThatLeavesBeforeAllHaveJoinedIsReplaced() throws Exception {
    WorkerPool pool = pool(0, 2);
    JoinedWorker leaving = worker(pool.port(), "a");
    leaving.awaitLine("joined the controller");
    leaving.close();
    await()
        .until(
            () ->
                console.stream()
                    .anyMatch(
                        line -> line.startsWith("a at 127.0.0.1 has left, 0 of 2 workers: ")));
    worker(pool.port(), "b");
    worker(pool.port(), "c");
    assertThat(pool.await()).extracting(WorkerInfo::name).containsExactly("b", "c");
  }

  @Test
  void noRunStartsWithoutAWorker() throws Exception {
    WorkerPool pool = pool(0, 1);
    JoinedWorker worker = worker(pool.port(), "a");
    pool.await();
    worker.close();
    await()
        .until(
            () -> console.stream().anyMatch(line -> line.startsWith("a at 127.0.0.1 is gone: ")));
    assertThatThrownBy(() -> pool.startRun(List.of(new byte[0])))
        .isInstanceOf(BrokerException.class)
        .message()
        .startsWith("a at 127.0.0.1 is gone: ");
    assertThatThrownBy(pool::check).hasMessageStartingWith("a at 127.0.0.1 is gone: ");
  }

  @Test
  void closingEndsARun() throws Exception {
    Started started = started("a");
    Recorder run = Recorder.of(started.link());
    ProcessHandle process = run.process();
    started.pool().close();
    await().atMost(PATIENCE).until(() -> !process.isAlive());
    assertThat(opened).isNotEmpty();
  }

  @Test
  void localWorkersHaveAPassAndEndWithThePool() throws Exception {
    WorkerPool pool =
        WorkerPool.local(2, Optional.of(TestTask.class), Clock.system(), console::add);
    opened.add(pool);
    assertThat(pool.await()).extracting(WorkerInfo::name).containsExactly("local-1", "local-2");
    List<Recorder> run = run(pool, "", "");
    for (Recorder each : run) {
      each.answers("hello");
    }
    assertThat(
            Leaks.argumentsOf(
                ProcessHandle.current().descendants().toList(), ProcessHandle.current().pid()))
        .as("passes and secrets are in no argument")
        .hasSize(4)
        .allMatch(
            arguments ->
                arguments.matches(
                    ".* io\\.brokerbench\\.workers\\.worker\\.(RunMain|LocalWorkers) "));
    assertThat(worker(pool.port(), "stranger").outcome())
        .endsWith(
            ": it refused this worker: this controller has only workers that it started itself");
  }

  @Tag("nightly")
  @Test
  void theLongestOrderIsTaken() throws Exception {
    WorkerPool pool = pool(0, 1);
    worker(pool.port(), "a".repeat(100));
    pool.await();
    byte[] order = " ".repeat(WorkerProtocol.MAX_PAYLOAD_BYTES).getBytes(UTF_8);
    Recorder.of(pool.startRun(List.of(order)).get(0)).answers("hello");
    assertThatThrownBy(() -> pool.startRun(List.of(new byte[order.length + 1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("4,194,049 bytes; a message has at most 4,194,048");
  }

  @Test
  void anAddressThatCannotBeUsedIsRefused() throws Exception {
    assertThatThrownBy(
            () ->
                WorkerPool.listen(
                    new HostPort("192.0.2.1", 7000),
                    Optional.empty(),
                    1,
                    Clock.system(),
                    console::add))
        .hasMessageContaining("needs --credentials");
    WorkerPool pool = pool(0, 1);
    assertThatThrownBy(() -> pool(pool.port(), 1))
        .hasMessage(
            "--listen: 127.0.0.1:" + pool.port() + " cannot be used: Address already in use");
  }

  private WorkerPool pool(int port, int workers) throws Exception {
    WorkerPool pool =
        WorkerPool.listen(
            new HostPort("127.0.0.1", port),
            Optional.empty(),
            workers,
            Clock.system(),
            console::add);
    opened.add(pool);
    return pool;
  }

  private JoinedWorker worker(int port, String name) throws Exception {
    JoinedWorker worker = JoinedWorker.start(port, name);
    opened.add(worker);
    return worker;
  }

  private record Started(WorkerPool pool, WorkerLink link) {}

  private Started started(String name) throws Exception {
    WorkerPool pool = pool(0, 1);
    worker(pool.port(), name);
    pool.await();
    return new Started(pool, pool.startRun(List.of(new byte[0])).get(0));
  }

  private static List<Recorder> run(WorkerPool pool, String... orders) throws Exception {
    List<byte[]> bytes = new ArrayList<>();
    for (String order : orders) {
      bytes.add(order.getBytes(UTF_8));
    }
    return pool.startRun(bytes).stream().map(Recorder::of).toList();
  }
}
