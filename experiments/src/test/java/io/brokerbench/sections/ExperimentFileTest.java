package io.brokerbench.sections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.find.Bounds;
import io.brokerbench.find.FindPlan;
import io.brokerbench.find.Preset;
import io.brokerbench.find.SearchPlan;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.published.Reference;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ExperimentFileTest {

  private static final RunFigure P99 = RunFigure.of(Metric.RESPONSE, Statistic.P99);

  private final Path directory;

  ExperimentFileTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Path yaml(String text) throws IOException {
    return Files.writeString(directory.resolve("w.yaml"), text);
  }

  @Test
  void sectionsAreReadAndSettingsPassedOver() throws Exception {
    ExperimentFile file =
        ExperimentFile.read(
            yaml(
                """
                tool: consumer
                load: {threads: 3}
                matrix:
                  flush: [async, sync]
                  threads: [1, 2]
                  exclude: [{flush: sync, threads: 2}]
                  repeat: 3
                  seed: 5
                  until: ±3 %
                reference:
                  source: here
                  hardware: there
                  release: broker 1.2.3
                  processors: 48
                  rows:
                    - cell: {flush: sync}
                      acked: about 10/s
                      derived: {rt.max: 5ms}
                      prose: [unsteady]
                  notes: ["20/s at 75 %"]
                """));
    assertThat(file.tool()).isEqualTo("consumer");
    assertThat(file.matrix().cells()).hasSize(3);
    assertThat(file.matrix().repeat()).isEqualTo(3);
    assertThat(file.matrix().seed()).isEqualTo(5);
    assertThat(file.matrix().until()).hasValue(0.03);
    assertThat(file.reference().orElseThrow().hardware()).isEqualTo("there");
    assertThat(file.reference().orElseThrow().release()).isEqualTo("broker 1.2.3");
    assertThat(file.reference().orElseThrow().processors()).isEqualTo(48);
    assertThat(file.reference().orElseThrow().rows())
        .containsExactly(
            new Reference.Row(
                new TreeMap<>(Map.of("flush", "sync")),
                new TreeMap<>(Map.of("acked", "about 10/s")),
                new TreeMap<>(Map.of("rt.max", "5ms")),
                List.of("unsteady")));
    assertThat(file.reference().orElseThrow().notes()).containsExactly("20/s at 75 %");
  }

  @Test
  void withoutSectionsItIsOneRunOfTheProducer() throws Exception {
    assertThat(ExperimentFile.read(yaml("load.threads: 1\n")))
        .isEqualTo(
            new ExperimentFile(
                "producer",
                Matrix.NONE,
                FindPlan.USUAL,
                Optional.empty(),
                Optional.empty(),
                List.of()));
    assertThatThrownBy(() -> ExperimentFile.read(yaml("")))
        .hasMessageEndingWith("holds no settings");
  }

  @Test
  void whatIsToBeFoundIsRead() throws Exception {
    FindPlan plan =
        ExperimentFile.read(
                yaml(
                    """
                    find:
                      start: 2k/s
                      lowest: 10/s
                      highest: 100k/s
                      width: 3%
                      probes: 9
                      curve: false
                      limits: {response-p99: 20ms, end-to-end-max: 1s, cpu: 60%, errors: 0, achieved: 98%}
                      preset: safe
                    """))
            .find();
    assertThat(plan)
        .isEqualTo(
            new FindPlan(
                new SearchPlan(2000, 10, 100_000, 0.03, 9),
                Bounds.USUAL
                    .with(Preset.SAFE)
                    .with(P99, 20_000_000)
                    .with(RunFigure.of(Metric.END_TO_END, Statistic.MAX), 1_000_000_000)
                    .with(RunFigure.of(Resource.CPU), 0.6)
                    .with(RunFigure.ERRORS, 0)
                    .withAchieved(0.98),
                false));
  }

  @Test
  void whatAPlanDoesNotStateHasADefault() throws Exception {
    assertThat(ExperimentFile.read(yaml("plan: {peak: 100k/s, size: 1KiB, slaves: 2}\n")).plan())
        .contains(
            new PlanRequest(
                PlanRequest.SCHEMA_VERSION,
                100_000,
                1024L,
                2,
                null,
                PlanRequest.HEADROOM,
                PlanRequest.NETWORK,
                PlanRequest.NAME_SERVERS));
  }

  @Test
  void theMicrobenchmarksOfANightAreAList() throws Exception {
    ExperimentFile file = ExperimentFile.read(yaml("microbench: [MessagePath, Codec.*128]\n"));
    assertThat(file.microbenchmarks()).containsExactly("MessagePath", "Codec.*128");
  }

  @Test
  void aListInPlaceOfAValueIsOneProblem() throws IOException {
    Path file = yaml("matrix:\n  repeat: [1]\n");
    assertThatThrownBy(() -> ExperimentFile.read(file))
        .hasMessage(file + ":2: matrix.repeat must be one value");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "matrix: {flush: sync} | 1: matrix.flush must be a list, such as [async, sync]",
        "matrix: {flush: []} |  matrix.flush needs a value",
        "matrix: {flush: [{a: b}]} | 1: matrix.flush must be one value",
        "matrix: {repeat: 0} | 1: matrix.repeat must be a whole number from 1 to 1,000, got \"0\"",
        "matrix: {seed: x} | 1: matrix.seed must be a whole number",
        "matrix: {until: 3} | 1: matrix.until must be a share such as 30%, got \"3\"",
        "matrix: [a] | 1: must hold keys and values",
        "microbench: MessagePath | 1: microbench must be a list, such as",
        "matrix: {a: [1], exclude: [{b: 1}]} |  matrix.exclude names b=1, which is in no factor",
        "matrix: {a: [1], exclude: [{a: 2}]} |  matrix.exclude names a=2, which is in no factor",
        "matrix: {a: [1], exclude: [{a: 1}]} |  matrix.exclude leaves no cell",
        "matrix: {a: [1], a: [2]} | 1: a is set twice",
        "reference: {rows: [{cell: {}}]} | 1: a row of reference.rows needs a figure, such as"
            + " acked: 3800/s",
        "reference: {rows: [{perSecond: 5}]} | 1: reference.rows.perSecond is no published figure",
        "reference: {rows: [{rt.men: 5ms}]} | 1: reference.rows.rt.men is no published figure; did"
            + " you mean rt.mean?",
        "reference: {rows: [{acked: many}]} | 1: reference.rows.acked must be a rate such as 2000/s"
            + " or 50k/s, got \"many\"",
        "reference: {rows: [{cpu: 5}]} | 1: reference.rows.cpu must be a share such as 30%, got"
            + " \"5\"",
        "reference: {rows: [{outcome: bad}]} | 1: reference.rows.outcome must be one of target,"
            + " near, throttled, keeps-up, queues-fill, got \"bad\"",
        "reference: {processors: 0} | 1: reference.processors must be a whole number from 1",
        "reference: {told: []} | 1: there is no reference.told here",
        "find: {start: fast} | 1: find.start must be a rate such as 2000/s or 50k/s, got \"fast\"",
        "find: {start: 0} | 1: find.start must be above 0/s, got 0",
        "find: {start: 20M/s} | 1: find.start must be at most 10M/s, the maximum of load.rate, got"
            + " \"20M/s\"",
        "find: {highest: 10.1M/s} | 1: find.highest must be at most 10M/s, the maximum of"
            + " load.rate, got \"10.1M/s\"",
        "find: {highest: 10/s} | 1: find.highest must be from start on, got 10",
        "find: {width: 5} | 1: find.width must be a share such as 30%, got \"5\"",
        "find: {probes: 0} | 1: find.probes must be a whole number from 1 to 100, got \"0\"",
        "find: {curve: maybe} | 1: find.curve must be true or false, got \"maybe\"",
        "find: {preset: save} | 1: find.preset must be one of safe, cpu-75, got \"save\"",
        "find: {limit: {}} | 1: there is no find.limit; did you mean limits",
        "find: {limits: {cpu: 150%}} | 1: find.limits.cpu must be a share from 0% to 100% such as"
            + " 75%, got \"150%\"",
        "find: {limits: {gpu: 5%}} | 1: there is no find.limits.gpu",
        "find: {limits: {response-p99: 5}} | 1: find.limits.response-p99 must be a duration",
        "reference: {sauce: x} | 1: there is no reference.sauce here",
        "plan: {} | 1: plan.peak is missing: the load to plan for, such as 100000/s",
        "plan: {peak: much} | 1: plan.peak must be a rate such as 2000/s or 50k/s, got \"much\"",
        "plan: {peak: 1k/s, slave: 1} | 1: there is no plan.slave; did you mean slaves?",
        "plan: {peak: 1k/s, slaves: 2000} | 1: plan.slaves must be a whole number from 0 to 1,000",
        "plan: {peak: 1k/s, slaves: 101} | 1: plan.slaves must be 0 to 100, got 101",
        "tool: [a] | 1: tool must be one value",
        "a: [ | no proper YAML",
      })
  void slipsAreToldWithTheirPlace(String text, String problem) throws IOException {
    Path file = yaml(text);
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> ExperimentFile.read(file));
    assertThat(refused).as(text).isNotNull();
    assertThat(refused.problems())
        .anySatisfy(line -> assertThat(line).startsWith(file + ":").contains(problem));
  }

  @Test
  void aFileThatIsNotThereIsTold() {
    SettingsException refused =
        catchThrowableOfType(
            SettingsException.class, () -> ExperimentFile.read(directory.resolve("none.yaml")));
    assertThat(refused.problems()).singleElement().asString().endsWith("there is no such file");
  }

  static List<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", "workloads"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void whatIsShippedCanBeRead(Path file) throws Exception {
    assertThat(ExperimentFile.read(file).matrix().cells()).isNotEmpty();
  }
}
