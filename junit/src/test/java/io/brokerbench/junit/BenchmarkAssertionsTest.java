package io.brokerbench.junit;

import static io.brokerbench.junit.BenchmarkAssertions.assertThatRun;
import static io.brokerbench.junit.BenchmarkAssertions.assertThatRuns;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.api.Benchmark;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.RunFile;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The assertions, on results made of a real run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BenchmarkAssertionsTest {

  private static final double PER_SECOND = 1000;

  private final Path directory;
  private final StoredRun run;

  /** Measures, and makes the result independent of the state of the machine. */
  BenchmarkAssertionsTest(@TempDir Path directory) throws Exception {
    this.directory = directory;
    StoredRun measured =
        Benchmark.producer()
            .driver("memory")
            .rate("200/s")
            .warmup(Duration.ZERO)
            .duration(Duration.ofSeconds(2))
            .output(directory.resolve("measured"))
            .run();
    this.run =
        new ChangedRun(measured)
            .with("verdict.status", "valid")
            .with("verdict.reasons", List.of())
            .with("latency.response.p99Nanos", 2_000_000)
            .with("throughput.ackedPerSecond", PER_SECOND)
            .in(directory.resolve("valid"));
  }

  private StoredRun with(String field, @Nullable Object value) throws Exception {
    return new ChangedRun(run).with(field, value).in(directory.resolve("changed"));
  }

  private static void fails(ThrowingCallable assertion, String... texts) {
    assertThatThrownBy(assertion)
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(texts)
        .hasMessageContaining("report.html");
  }

  @Test
  void aGoodRunPasses() {
    assertThatCode(
            () ->
                assertThatRun(run)
                    .isValid()
                    .isUsable()
                    .losesNothing()
                    .responseP99Below(Duration.ofMillis(3))
                    .rateAtLeast(PER_SECOND))
        .doesNotThrowAnyException();
  }

  @Test
  void theVerdictFailsWithItsReasons() throws Exception {
    StoredRun suspect =
        new ChangedRun(run)
            .with("verdict.status", "suspect")
            .with("verdict.reasons", List.of(Map.of("code", "a.b", "text", "because of this")))
            .in(directory.resolve("suspect"));
    fails(() -> assertThatRun(suspect).isValid(), "SUSPECT", "because of this");
    assertThatRun(suspect).isUsable();
    fails(() -> assertThatRun(suspect).serviceP99Below(Duration.ZERO), "SUSPECT: because of this");
    StoredRun invalid = with("verdict.status", "invalid");
    fails(() -> assertThatRun(invalid).isUsable(), "INVALID");
  }

  @Test
  void lossesFailAsDoesAnAuditThatWasNotDone() throws Exception {
    StoredRun fewer = with("audit.brokerCount", run.result().audit().acked() - 1);
    fails(() -> assertThatRun(fewer).losesNothing(), "the brokers hold");
    StoredRun lost =
        new ChangedRun(run)
            .with("audit.delivered", 10)
            .with("audit.lost", 3)
            .in(directory.resolve("lost"));
    fails(() -> assertThatRun(lost).losesNothing(), "lost 3 of");
    StoredRun unknown =
        new ChangedRun(run)
            .with("audit.brokerCount", null)
            .with("audit.agreesWithBroker", null)
            .with("audit.unasked", "it is down")
            .in(directory.resolve("unknown"));
    fails(() -> assertThatRun(unknown).losesNothing(), "unknown: it is down");
    StoredRun none =
        new ChangedRun(run)
            .with("audit.acked", 0)
            .with("audit.brokerCount", 0)
            .in(directory.resolve("none"));
    fails(() -> assertThatRun(none).losesNothing(), "no message was acknowledged");
  }

  @Test
  void figuresFailWithTheirValues() throws Exception {
    fails(
        () -> assertThatRun(run).responseP99Below(Duration.ofMillis(2)),
        "response p99 is 2.00 ms, not below 2.00 ms");
    fails(
        () -> assertThatRun(run).endToEndP99Below(Duration.ofHours(1)), "endToEnd p99 is unknown");
    fails(() -> assertThatRun(run).rateAtLeast(PER_SECOND + 1), "not at least 1,001/s");
    fails(
        () -> assertThatRun(run).serviceP99Below(Duration.ofHours(1)),
        "service p99 is unknown: p99 needs 1,000 samples, got ",
        "VALID");
  }

  @Test
  void requirementsFailIfMissedAndIfThereAreNone() throws Exception {
    fails(() -> assertThatRun(run).meetsItsRequirements(), "nothing is required");
    Map<String, Object> missed =
        Map.of(
            "key", "acked", "outcome", "missed", "bound", 2.0, "measured", 1.0, "text", "too few");
    StoredRun missing = with("requirements", List.of(missed));
    fails(() -> assertThatRun(missing).meetsItsRequirements(), "too few");
  }

  /** Runs at about this rate, each 1 % from its neighbours. */
  private RunSet runs(String name, int count, double perSecond) throws Exception {
    Path parent = directory.resolve(name);
    List<StoredRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      runs.add(
          new ChangedRun(run)
              .with("throughput.ackedPerSecond", perSecond * (1 + 0.01 * (i % 3 - 1)))
              .in(parent.resolve("run-" + i)));
    }
    return new RunSet(parent, runs, List.of());
  }

  private void comparedWithBaseline(RunSet runs) {
    assertThatRuns(runs)
        .areUsable()
        .areNotSlowerThan(Baseline.in(directory.resolve("baseline"), RunFigure.RATE));
  }

  @Test
  void slowerFailsFasterAndTheSamePassAndOneRunIsAborted() throws Exception {
    runs("baseline", 5, PER_SECOND);
    RunSet slower = runs("slower", 5, PER_SECOND * 0.8);
    assertThatThrownBy(() -> comparedWithBaseline(slower))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(
            "slower than the baseline",
            "acked/s",
            slower.path().resolve("comparison.html").toString());
    assertThat(slower.path().resolve("comparison.html")).exists();
    comparedWithBaseline(runs("same", 5, PER_SECOND));
    comparedWithBaseline(runs("faster", 5, PER_SECOND * 1.2));
    RunSet one = runs("one", 1, PER_SECOND * 0.8);
    assertThatThrownBy(() -> comparedWithBaseline(one))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("cannot tell");
  }

  /** As if tests and baseline had the same directory for their output. */
  @Test
  void runsAreNotComparedWithThemselves() throws Exception {
    RunSet all = runs("shared", 3, PER_SECOND);
    List<StoredRun> changed = new ArrayList<>();
    for (int i = 3; i < 6; i++) {
      changed.add(
          new ChangedRun(run)
              .with("throughput.ackedPerSecond", PER_SECOND * (0.9 + 0.01 * (i % 3 - 1)))
              .in(all.path().resolve("run-" + i)));
    }
    RunSet slower = new RunSet(all.path(), changed, List.of());
    Baseline baseline = Baseline.in(all.path().resolve("."), RunFigure.RATE);
    assertThatThrownBy(() -> assertThatRuns(slower).areNotSlowerThan(baseline))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("slower than the baseline");
    RunSet alone = runs("first", 2, PER_SECOND);
    Path link = Files.createSymbolicLink(directory.resolve("link-to-first"), alone.path());
    for (Path path : List.of(alone.path(), link)) {
      Baseline itself = Baseline.in(path, RunFigure.RATE);
      assertThatThrownBy(() -> assertThatRuns(alone).areNotSlowerThan(itself))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("holds no runs except those that are compared with it");
    }
  }

  @Test
  void aRunWithoutAResultIsNotUsable() throws Exception {
    RunSet runs = runs("killed", 2, PER_SECOND);
    assertThatRuns(runs).areUsable();
    Files.createDirectory(runs.path().resolve("run-2.INCOMPLETE"));
    RunSet all = RunSet.read(runs.path());
    assertThatThrownBy(() -> assertThatRuns(all).areUsable())
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("without a result in ", "run-2.INCOMPLETE");
  }

  @Test
  void theToleranceAndTheFiguresAreThoseOfTheBaseline() throws Exception {
    runs("tolerant", 5, PER_SECOND);
    RunSet slower = runs("slightly", 5, PER_SECOND * 0.9);
    Baseline baseline = Baseline.in(directory.resolve("tolerant"), RunFigure.RATE);
    assertThatThrownBy(() -> assertThatRuns(slower).areNotSlowerThan(baseline))
        .isInstanceOf(AssertionError.class);
    assertThatRuns(slower).areNotSlowerThan(baseline.within(0.5));
    Baseline other = Baseline.in(directory.resolve("tolerant"), RunFigure.P50);
    assertThatRuns(slower).areNotSlowerThan(other.within(0.5));
    assertThatThrownBy(() -> baseline.within(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatCannotBeComparedFails() throws Exception {
    RunSet runs = runs("alone", 2, PER_SECOND);
    Path missing = directory.resolve("missing");
    assertThatThrownBy(
            () -> assertThatRuns(runs).areNotSlowerThan(Baseline.in(missing, RunFigure.RATE)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("there is no such directory");
    runs("of-memory", 2, PER_SECOND);
    Baseline cpu = Baseline.in(directory.resolve("of-memory"), RunFigure.CPU);
    assertThatThrownBy(() -> assertThatRuns(runs).areNotSlowerThan(cpu))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no run has the figure cpu");
  }

  /** Results of runs, made of a real one by changes of its file. */
  private static final class ChangedRun {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectNode json;

    ChangedRun(StoredRun run) {
      this.json = RunFile.tree(run.result()).deepCopy();
    }

    /** Sets a field, such as {@code throughput.ackedPerSecond}. */
    ChangedRun with(String field, @Nullable Object value) {
      int dot = field.lastIndexOf('.');
      JsonNode parent = dot < 0 ? json : json.at("/" + field.substring(0, dot).replace('.', '/'));
      ((ObjectNode) parent).set(field.substring(dot + 1), MAPPER.valueToTree(value));
      return this;
    }

    /** Writes the result directory, which is created. */
    StoredRun in(Path directory) throws Exception {
      Files.createDirectories(directory);
      MAPPER.writeValue(directory.resolve(RunFile.NAME).toFile(), json);
      return StoredRun.read(directory);
    }
  }
}
