package io.brokerbench.microbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

@Tag("ci")
final class BenchmarksTest {

  /** A benchmark that fails its own check ends the run. */
  @Test
  void eachBenchmarkRunsAndIsNamedInTheResult(@TempDir Path directory) throws Exception {
    // Beside other benchmarks, of which no figure is spoilt by ours.
    System.setProperty("jmh.ignoreLock", "true");
    Path file = directory.resolve("all.json");
    OptionsBuilder flags = new OptionsBuilder();
    flags
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(10))
        .jvmArgsAppend("-Dmine=yes")
        .verbosity(VerboseMode.SILENT);
    Collection<RunResult> results =
        Microbench.run(Microbench.Effort.QUICK, file, "a-commit", flags.build());

    Set<String> benchmarks = new TreeSet<>();
    for (JsonNode result : new ObjectMapper().readTree(file.toFile())) {
      benchmarks.add(result.path("benchmark").asText());
      assertThat(result.at("/secondaryMetrics/gc.alloc.rate.norm/scoreUnit").asText())
          .isEqualTo("B/op");
      assertThat(result.path("jvmArgs").valueStream().map(JsonNode::asText))
          .contains("-Dmine=yes")
          .anyMatch(flag -> flag.startsWith("-Drocketmq-client="));
    }
    Set<String> declared = new TreeSet<>();
    for (BenchmarkListEntry entry : BenchmarkList.defaultList().getAll(null, List.of())) {
      declared.add(entry.getUsername());
    }
    assertThat(benchmarks).isEqualTo(declared).hasSizeGreaterThan(40);

    assertThat(Budget.uses(results))
        .extracting(Budget.Use::text)
        .satisfiesExactly(
            text -> assertThat(text).startsWith("MessagePathBenchmark.message rate=closed: "),
            text -> assertThat(text).startsWith("MessagePathBenchmark.message rate=10M/s: "),
            text -> assertThat(text).startsWith("MessagePathBenchmark.transaction rate=closed: "),
            text -> assertThat(text).startsWith("MessagePathBenchmark.transaction rate=10M/s: "),
            text -> assertThat(text).contains(" times ReceivePathBenchmark.baselineDeliver of "));

    JsonNode environment = new ObjectMapper().readTree(Microbench.environmentOf(file).toFile());
    assertThat(environment.path("commit").asText()).isEqualTo("a-commit");
    assertThat(environment.at("/environment/clients/rocketmq-client").asText())
        .matches("[45]\\..+");
    assertThat(environment.at("/environment/host/availableProcessors").asInt()).isPositive();
    assertThat(environment.at("/environment/jvm/version").asText()).isNotEmpty();
  }

  @Test
  void aWrongResultIsNotMeasured() {
    Check.same("body", new byte[] {1}, new byte[] {1});
    assertThatThrownBy(() -> Check.same("body", new byte[] {1}, new byte[] {2}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("body: expected [1], got [2]");
  }
}
