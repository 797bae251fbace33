package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.console.Summary;
import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.results.Connections;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with clients that connect alongside the load: three rounds of five of them. */
final class ConnectionRunTest {

  private static final int CLIENTS = 5;
  private static final int ATTEMPTS = 15;
  private static final long MILLI = 1_000_000;

  private final Path output;

  ConnectionRunTest(@TempDir Path output) {
    this.output = output;
  }

  /** A round takes 0.5 s until all have connected, and another 0.5 s. */
  private TestRun run(String hold) {
    return new TestRun(
        output,
        "load.rate=100/s",
        "load.duration=3s",
        "connections.count=" + CLIENTS,
        "connections.rate=10/s",
        "connections.hold=" + hold);
  }

  /** Runs without the proxies of {@link TestRun#session}, which wrap checked exceptions. */
  private static MemoryBroker with(TestRun run, MemoryScript script) throws Exception {
    MemoryBroker broker = new MemoryBroker(run.clock, script);
    run.with((cluster, seat, progress) -> broker.session(run.workload));
    assertThat(broker.connections()).as("connections that were left open").isZero();
    return broker;
  }

  private static Connections connections(TestRun run) {
    return Objects.requireNonNull(run.result().connections());
  }

  private static long count(TestRun run, Metric metric) {
    Latency latency = run.result().latency().get(metric);
    return latency == null ? 0 : latency.count();
  }

  @Test
  void everyAttemptOfEveryRoundIsCounted() throws Exception {
    TestRun run = run("500ms");
    with(run, MemoryScript.honest());
    Connections connections = connections(run);
    assertThat(connections.attempted()).isEqualTo(ATTEMPTS);
    assertThat(connections.connected()).isEqualTo(ATTEMPTS);
    assertThat(connections.failed()).isEmpty();
    assertThat(connections.fullRounds()).isEqualTo(3);
    // The last client is due 0.4 s after the first.
    assertThat(Objects.requireNonNull(connections.longestRoundSeconds()))
        .isGreaterThanOrEqualTo(0.4);
    assertThat(count(run, Metric.CONNECT)).isEqualTo(ATTEMPTS);
    assertThat(count(run, Metric.SUBSCRIBE)).isEqualTo(ATTEMPTS);
    assertThat(run.json().at("/connections/attempted").asLong()).isEqualTo(ATTEMPTS);
    assertThat(run.json().at("/brokerFigures").has("openConnections")).isTrue();
    assertThat(Summary.of(run.result(), run.workload, run.directory()))
        .anyMatch(line -> line.startsWith("connections"))
        .anyMatch(line -> line.strip().matches("rounds in which all connected +3"));
  }

  @Test
  void refusedAttemptsAreCountedByReasonAndHaveNoLatency() throws Exception {
    TestRun run = run("500ms");
    with(run, MemoryScript.honest().openingConnections(i -> 0, i -> i % CLIENTS == 0));
    Connections connections = connections(run);
    assertThat(connections.attempted()).isEqualTo(ATTEMPTS);
    assertThat(connections.connected()).isEqualTo(ATTEMPTS - 3);
    assertThat(connections.failed()).isEqualTo(Map.of("refused", 3L));
    assertThat(count(run, Metric.CONNECT)).isEqualTo(ATTEMPTS - 3);
    assertThat(count(run, Metric.SUBSCRIBE)).isEqualTo(ATTEMPTS - 3);
  }

  @Test
  void withoutAnyConnectionNoRoundIsFull() throws Exception {
    TestRun run = run("500ms");
    with(run, MemoryScript.honest().openingConnections(i -> 0, i -> true));
    Connections connections = connections(run);
    assertThat(connections.failed()).isEqualTo(Map.of("refused", (long) ATTEMPTS));
    assertThat(connections.fullRounds()).isZero();
    assertThat(connections.longestRoundSeconds()).isNull();
    assertThat(run.json().path("latency").has("connect")).isFalse();
  }

  @Test
  void whatABrokerTakesToAcceptAConnectionIsMeasured() throws Exception {
    TestRun run = run("500ms");
    with(run, MemoryScript.honest().openingConnections(i -> 300 * MILLI, i -> false));
    assertThat(count(run, Metric.CONNECT)).isEqualTo(ATTEMPTS);
    // Latencies have three significant digits.
    assertThat(Objects.requireNonNull(run.result().latency().get(Metric.CONNECT)).meanNanos())
        .isGreaterThanOrEqualTo(299 * MILLI);
    assertThat(Objects.requireNonNull(connections(run).longestRoundSeconds()))
        .isGreaterThanOrEqualTo(0.7);
  }

  /** A client whose attempt takes longer than its turn connects late, and keeps its schedule. */
  @Test
  void slowAttemptsDoNotDelayTheScheduleOfOthers() throws Exception {
    TestRun run = run("500ms");
    with(run, MemoryScript.honest().openingConnections(i -> i == 0 ? 2000 * MILLI : 0, i -> false));
    Connections connections = connections(run);
    assertThat(connections.attempted()).isEqualTo(ATTEMPTS);
    assertThat(connections.connected()).isEqualTo(ATTEMPTS);
    assertThat(Objects.requireNonNull(run.result().latency().get(Metric.CONNECT)).maxNanos())
        .isGreaterThanOrEqualTo(1999 * MILLI);
  }

  @Test
  void connectionsAreHeldUntilTheLoadEndsAtMost() throws Exception {
    TestRun run = run("1h");
    with(run, MemoryScript.honest());
    assertThat(connections(run).attempted()).isEqualTo(CLIENTS);
    assertThat(connections(run).connected()).isEqualTo(CLIENTS);
    assertThat(connections(run).failed()).doesNotContainKey(LoadGenerator.NO_ANSWER);
  }

  /** A connection that the client lost, and has not closed yet. */
  private record Lost(IdleConnection connection) implements IdleConnection {

    @Override
    public void subscribe() throws ConnectionFailedException, InterruptedException {
      connection.subscribe();
    }

    @Override
    public boolean isOpen() {
      return false;
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  @Test
  void lostConnectionsAreNotOpen() throws Exception {
    TestRun run = run("1h");
    MemoryBroker broker = new MemoryBroker(run.clock, MemoryScript.honest());
    run.with(
        (cluster, seat, progress) ->
            LyingSession.withConnections(broker.session(run.workload), Lost::new));
    assertThat(connections(run).connected()).isEqualTo(CLIENTS);
    assertThat(run.json().at("/brokerFigures/openConnections/max").asLong(-1)).isZero();
    assertThat(broker.connections()).as("connections that were left open").isZero();
  }

  @Test
  void aClientThatFailsForAnotherReasonThanTheBrokerEndsTheRun() {
    TestRun run = run("500ms");
    MemoryBroker broker = new MemoryBroker(run.clock, MemoryScript.honest());
    assertThatThrownBy(
            () ->
                run.with(
                    (cluster, seat, progress) ->
                        LyingSession.withConnections(
                            broker.session(run.workload),
                            connection -> {
                              throw new IllegalArgumentException("thrown by the test");
                            })))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("a client alongside the load failed: ");
  }
}
