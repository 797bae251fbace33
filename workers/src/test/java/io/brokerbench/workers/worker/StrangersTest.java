package io.brokerbench.workers.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.workers.JoinedWorker;
import io.brokerbench.workers.RawStream;
import io.brokerbench.workers.Recorder;
import io.brokerbench.workers.controller.WorkerPool;
import io.brokerbench.workers.link.Credentials;
import io.brokerbench.workers.link.RefusedException;
import io.brokerbench.workers.link.Silence;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.Handover;
import io.brokerbench.workers.protocol.Hello;
import io.brokerbench.workers.protocol.WorkerProtocol;
import io.brokerbench.workers.worker.WorkerSupervisor.Inbox;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Accepted connections that are none of a worker; a run goes on meanwhile, on a controller with
 * TLS.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
final class StrangersTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String CLOSES =
      "it closes the connection without an answer; check --credentials on both sides";

  private static final String REFUSED =
      "refused a connection from 127.0.0.1 (such ones are reported once): ";

  private final Path directory;
  private final List<String> console = new CopyOnWriteArrayList<>();
  private WorkerPool secured;
  private JoinedWorker member;
  private Recorder run;
  private final AtomicInteger answers = new AtomicInteger();

  StrangersTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeAll
  void startARun() throws Exception {
    Credentials.make(directory.resolve("own"));
    Credentials.make(directory.resolve("foreign"));
    secured = pool(Optional.of(Credentials.ofController(directory.resolve("own"))), console);
    member =
        JoinedWorker.start(
            secured.port(), "member", Credentials.ofWorker(directory.resolve("own")));
    secured.await();
    run = Recorder.of(secured.startRun(List.of(new byte[0])).get(0));
  }

  @AfterEach
  void theRunIsUnharmed() throws Exception {
    run.answers("answer " + answers.incrementAndGet());
  }

  @AfterAll
  void end() throws Exception {
    ProcessHandle process = run.process();
    secured.close();
    assertThat(member.outcome()).isEqualTo(JoinedWorker.RELEASED);
    assertThat(process.isAlive()).isFalse();
  }

  private static WorkerPool pool(Optional<Credentials> credentials, List<String> console)
      throws Exception {
    return WorkerPool.listen(
        new HostPort("127.0.0.1", 0), credentials, 1, Clock.system(), console::add);
  }

  /** A controller without TLS, whose console is not read. */
  private static WorkerPool open() throws Exception {
    return pool(Optional.empty(), new CopyOnWriteArrayList<>());
  }

  @Test
  void aWorkerWithoutACertificateIsRefused() throws Exception {
    assertRefused(JoinedWorker.start(secured.port(), "w"), secured, CLOSES);
    awaitLine("it has no worker's certificate of these credentials, or speaks another protocol");
  }

  /** TLS that trusts the controller, but presents nothing. */
  @Test
  void aConnectionWithoutACertificateDoesNotReachTheController() throws Exception {
    ControllerConnection connection =
        new ControllerConnection(
            new Silence(Clock.system(), PATIENCE, PATIENCE),
            PATIENCE,
            Runnable::run,
            accepted -> new Inbox());
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", secured.port())
            .overrideAuthority(Credentials.CONTROLLER)
            .sslContext(
                GrpcSslContexts.forClient()
                    .trustManager(directory.resolve("own/authority.pem").toFile())
                    .build())
            .build();
    try {
      ClientCalls.asyncBidiStreamingCall(
          channel.newCall(WorkerProtocol.CONNECT, CallOptions.DEFAULT), connection);
      Hello hello = Dialer.hello(Handover.newBuilder().setName("w").build()).build();
      connection.out().send(FromWorker.newBuilder().setHello(hello).build());
      assertThat(connection.welcome())
          .failsWithin(PATIENCE)
          .withThrowableThat()
          .withCauseInstanceOf(StatusRuntimeException.class)
          .withStackTraceContaining("UNAVAILABLE");
    } finally {
      assertThat(channel.shutdownNow().awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
          .isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"foreign, false", "foreign, true", "own, true"})
  void aWorkerWithAnotherCertificateIsRefused(String which, boolean ofController) throws Exception {
    Path files = directory.resolve(which);
    Credentials credentials =
        ofController ? Credentials.ofController(files) : Credentials.ofWorker(files);
    try (JoinedWorker worker = JoinedWorker.start(secured.port(), "w", credentials)) {
      assertThat(worker.outcome())
          .startsWith("the controller at 127.0.0.1:" + secured.port() + ": it")
          .contains("--credentials");
    }
    awaitLine("it has no worker's certificate of these credentials, or speaks another protocol");
  }

  @Test
  void aWorkerIsNoController() throws Exception {
    try (WorkerPool pool =
            pool(
                Optional.of(Credentials.ofWorker(directory.resolve("own"))),
                new CopyOnWriteArrayList<>());
        JoinedWorker worker =
            JoinedWorker.start(pool.port(), "w", Credentials.ofWorker(directory.resolve("own")))) {
      assertThat(worker.outcome()).contains("its certificate is not one of these --credentials");
    }
  }

  @Test
  void aControllerWithoutTlsIsRefused() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    try (WorkerPool open = pool(Optional.empty(), lines)) {
      assertRefused(
          JoinedWorker.start(open.port(), "w", Credentials.ofWorker(directory.resolve("own"))),
          open,
          CLOSES);
      assertThat(lines).contains(REFUSED + "it speaks another protocol, or expects TLS");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "odd, 9, , '', the worker's protocol is 9, the controller's is 1",
    "odd, 1, 0123456789ab, '', the worker's build is 0123456789ab, the controller's is ",
    "odd, 1, 'a\nb', '', the worker's build is unknown, the controller's is ",
    "odd, 1, , guessed, no run is starting",
    "'a\nb', 1, , '', a worker's name must match [A-Za-z0-9._-]{1,100}",
  })
  void aHelloThatIsNotInOrderIsRefusedOnBothSides(
      String name, int protocol, String build, String run, String reason) throws Exception {
    Hello.Builder hello = Dialer.hello(Handover.newBuilder().setName(name).build());
    hello.setProtocol(protocol).setRun(run);
    if (build != null) {
      hello.setBuild(build);
    }
    Credentials own = Credentials.ofWorker(directory.resolve("own"));
    Handover handover =
        Handover.newBuilder()
            .setHost("127.0.0.1")
            .setPort(secured.port())
            .setKeys(own.keys())
            .build();
    try (Dialer dialer = new Dialer(handover, line -> {})) {
      assertThatThrownBy(
              () ->
                  dialer.dial(hello.build(), Optional.empty(), PATIENCE, connection -> new Inbox()))
          .isInstanceOf(RefusedException.class)
          .message()
          .startsWith(
              "the controller at 127.0.0.1:"
                  + secured.port()
                  + ": it refused this worker: "
                  + reason);
    }
    awaitLine("refused " + (name.equals("odd") ? name : "a worker") + " at 127.0.0.1: " + reason);
  }

  @Test
  void aPortScannerIsClosedAndReported() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    try (WorkerPool open = pool(Optional.empty(), lines)) {
      for (int port : new int[] {secured.port(), open.port()}) {
        for (String garbage : List.of("GET / HTTP/1.1\r\n\r\n", "\0\1\2\3\4\5\6\7".repeat(100))) {
          try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(garbage.getBytes(UTF_8));
            awaitClosed(socket);
          }
        }
      }
      awaitLine(lines, REFUSED + "it speaks another protocol, or expects TLS");
      awaitLine(
          REFUSED
              + "it has no worker's certificate of these credentials, or speaks another protocol");
      joinsAndLeaves(open);
    }
  }

  @Test
  void idleConnectionsAreClosedAndDoNotKeepWorkersOut() throws Exception {
    try (WorkerPool open = open()) {
      List<Socket> idle = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        idle.add(
            new Socket(
                InetAddress.getLoopbackAddress(), i % 2 == 0 ? open.port() : secured.port()));
      }
      joinsAndLeaves(open);
      for (Socket socket : idle) {
        awaitClosed(socket);
        socket.close();
      }
    }
    assertThat(console.stream().filter(line -> line.contains("it sent no Hello within 5 s")))
        .as("once per host and reason")
        .hasSize(1);
  }

  @Test
  void onlySoManyStrangersAreLetIn() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    try (WorkerPool open = pool(Optional.empty(), lines)) {
      List<Socket> idle = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        idle.add(new Socket(InetAddress.getLoopbackAddress(), open.port()));
      }
      for (Socket socket : idle) {
        awaitClosed(socket);
        socket.close();
      }
      joinsAndLeaves(open);
    }
    assertThat(lines)
        .containsOnlyOnce(
            REFUSED + "128 others have not sent their Hello yet",
            REFUSED + "it sent no Hello within 5 s");
  }

  @Test
  void aConnectionWithoutHelloIsClosed() throws Exception {
    try (WorkerPool open = open();
        RawStream withoutStream = new RawStream(open.port());
        RawStream withoutMessage = new RawStream(open.port());
        RawStream withoutEnd = new RawStream(open.port())) {
      withoutMessage.open();
      withoutEnd.open();
      withoutEnd.startMessage(WorkerProtocol.MAX_MESSAGE_BYTES);
      assertThat(withoutStream.end()).isEqualTo(RawStream.End.CONNECTION);
      assertThat(withoutMessage.end()).isEqualTo(RawStream.End.CONNECTION);
      assertThat(withoutEnd.end()).isEqualTo(RawStream.End.CONNECTION);
      joinsAndLeaves(open);
    }
  }

  @Test
  void aMessageOfTwoGigabytesIsNotReadAndItsConnectionIsReportedAndClosed() throws Exception {
    JdkSslContext tls = (JdkSslContext) Credentials.ofWorker(directory.resolve("own")).ofClient();
    try (RawStream stream = RawStream.secured(secured.port(), tls.context())) {
      stream.open();
      stream.startMessage(Integer.MAX_VALUE);
      assertThat(stream.end()).isEqualTo(RawStream.End.STREAM);
      awaitLine(REFUSED + "its stream ended before a Hello, which has at most 4,194,304 bytes");
      // What ends the stream may come in two frames.
      await().atMost(PATIENCE).until(() -> stream.end() == RawStream.End.CONNECTION);
    }
  }

  private static void assertRefused(JoinedWorker worker, WorkerPool pool, String reason)
      throws Exception {
    try (worker) {
      assertThat(worker.outcome())
          .isEqualTo("the controller at 127.0.0.1:" + pool.port() + ": " + reason);
    }
  }

  private static void joinsAndLeaves(WorkerPool pool) throws Exception {
    try (JoinedWorker worker = JoinedWorker.start(pool.port(), "w")) {
      pool.await();
      pool.close();
      assertThat(worker.outcome()).isEqualTo(JoinedWorker.RELEASED);
    }
  }

  private void awaitLine(String text) {
    awaitLine(console, text);
  }

  private static void awaitLine(List<String> lines, String text) {
    await().atMost(PATIENCE).until(() -> lines.stream().anyMatch(line -> line.contains(text)));
  }

  private static void awaitClosed(Socket socket) throws IOException {
    socket.setSoTimeout((int) PATIENCE.toMillis());
    try {
      while (socket.getInputStream().read() >= 0) {
        // What a server says before it closes a connection.
      }
    } catch (java.net.SocketException e) {
      // It has closed it.
    }
  }
}
