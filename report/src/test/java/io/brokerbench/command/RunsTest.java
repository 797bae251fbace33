package io.brokerbench.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.Clock;
import io.brokerbench.console.LineFormat;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TestSession;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.generator.Generators;
import io.brokerbench.generator.RunClients;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command makes of a run that fails. */
final class RunsTest {

  private final Path output;
  private final AtomicInteger closed = new AtomicInteger();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  RunsTest(@TempDir Path output) {
    this.output = output;
  }

  private ExitCode run(GeneratorPlan generators, String... assignments) {
    Workload workload = TestWorkload.of(assignments);
    Experiment experiment =
        new Experiment(
            workload,
            new SettingsInForce(Map.of("name", "x"), Set.of()),
            Map.of(),
            (cluster, seat, progress) -> new Faulty(workload),
            progress -> new EmptyCluster(),
            generators,
            List.of(),
            List.of(),
            "test",
            List.of());
    LineFormat line = new LineFormat((now, ofLine, window) -> "", (result, all) -> "");
    PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, UTF_8);
    return new Runs(
            experiment,
            line,
            new Reporting("", false, "", false),
            nowhere,
            new PrintStream(err, true, UTF_8))
        .run();
  }

  @Test
  void aConsumerThatFailsIsABugOfOursWithItsCause() {
    ExitCode code =
        run(
            GeneratorPlan.LOCAL,
            "output.directory=" + output,
            "load.rate=100/s",
            "load.warmup=0",
            "load.duration=60s",
            "load.threads=1",
            "load.repeat=3",
            "consume.threads=1");
    assertThat(code).isEqualTo(ExitCode.BUG);
    assertThat(code.code()).isEqualTo(1);
    List<String> lines = err.toString(UTF_8).lines().toList();
    assertThat(lines.get(0))
        .isEqualTo(
            "brokerbench failed, which is a bug: a consumer failed:"
                + " java.lang.IllegalArgumentException: thrown by the test");
    assertThat(lines)
        .anyMatch(line -> line.startsWith("Caused by: java.lang.IllegalArgumentException"));
    // Session and cluster of the first run; there is no other.
    assertThat(closed).hasValue(2);
  }

  @Test
  void withoutAWorkerThatWasLostNoFurtherBrokersAreStarted() {
    ExitCode code =
        run(
            progress -> new Lost(),
            "output.directory=" + output,
            "load.rate=100/s",
            "load.warmup=0",
            "load.duration=1s",
            "load.threads=1",
            "load.repeat=3");
    assertThat(code).isEqualTo(ExitCode.WORKERS_MISSING);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "b at 10.0.0.2 is gone: its connection ended; start what is missing, and give the"
                + " command again");
    assertThat(closed).as("sessions and clusters").hasValue(0);
  }

  /** Workers of which a run before has lost one. */
  private static final class Lost implements Generators {

    @Override
    public Seat preparation() {
      return LOCAL.preparation();
    }

    @Override
    public void check() throws BrokerException {
      throw new BrokerException("b at 10.0.0.2 is gone: its connection ended");
    }

    @Override
    public RunClients open(Order run) throws BrokerException, InterruptedException {
      return LOCAL.open(run);
    }

    @Override
    public void close() {}
  }

  /** The receiver fails at its tenth message. */
  private final class Faulty implements TestSession {
    private final Session honest;

    Faulty(Workload workload) {
      this.honest = new MemoryBroker(Clock.system(), MemoryScript.honest()).session(workload);
    }

    @Override
    public Producer producer(int index) throws BrokerException {
      return honest.producer(index);
    }

    @Override
    public Subscription subscribe(int group, Receiver receiver) throws BrokerException {
      AtomicInteger received = new AtomicInteger();
      try {
        return honest.subscribe(
            group,
            (body, queue, born, stored, attempt) -> {
              if (received.incrementAndGet() == 10) {
                throw new IllegalArgumentException("thrown by the test");
              }
              return receiver.receive(body, queue, born, stored, attempt);
            });
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() {
      closed.incrementAndGet();
      honest.close();
    }
  }

  private final class EmptyCluster implements Cluster {
    @Override
    public String address() {
      return "test";
    }

    @Override
    public List<Node> nodes() {
      return List.of();
    }

    @Override
    public Map<String, Object> facts() {
      return Map.of("host", "test");
    }

    @Override
    public void check() {}

    @Override
    public void saveLogs(Path logs) {}

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }
}
