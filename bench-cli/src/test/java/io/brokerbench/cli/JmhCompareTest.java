package io.brokerbench.cli;

import static io.brokerbench.cli.CommandOutput.compare;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare} of two files of JMH. */
final class JmhCompareTest {

  private static final String SLOW = "[[200,202],[201,203],[199,201]]";
  private static final String FAST = "[[100,101],[100,102],[99,101]]";

  private final Path base;
  private final Path candidate;

  JmhCompareTest(@TempDir Path directory) {
    this.base = directory.resolve("base.json");
    this.candidate = directory.resolve("candidate.json");
  }

  private static String benchmark(String name, String mode, String unit, String rawData) {
    return String.format(
        Locale.ROOT,
        """
        {"benchmark": "a.b.%s", "mode": "%s", "params": {"size": "128"},
         "primaryMetric": {"score": 1, "scoreUnit": "%s", "rawData": %s},
         "secondaryMetrics": {"gc.alloc.rate.norm": {"score": %d, "scoreUnit": "B/op"}}}
        """,
        name,
        mode,
        unit,
        rawData,
        rawData.equals(SLOW) ? 96 : 48);
  }

  private static void write(Path file, String... benchmarks) throws IOException {
    Files.writeString(file, "[" + String.join(",", benchmarks) + "]");
  }

  private static String time(String rawData) {
    return benchmark("Codec.encode", "avgt", "ns/op", rawData);
  }

  @Test
  void timeThatDoubledIsSlower() throws IOException {
    write(base, time(FAST));
    write(candidate, time(SLOW));
    CommandOutput output = compare(base, candidate);
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.line("Codec"))
        .matches(
            "Codec.encode size=128 100 201 ns/op 3, 3 2.00\\d 1.9\\d+ to 2.0\\d+ 48 -> 96 slower");
    assertThat(output.line("none stated")).isEqualTo("limit none stated");
    assertThat(output.out()).doesNotContain("one fork");
    assertThat(compare(candidate, base).line("Codec")).endsWith("faster");
    assertThat(compare(base, base).line("Codec")).endsWith("48 same within 5 %");
  }

  @Test
  void aRateThatDoubledIsFaster() throws IOException {
    write(base, benchmark("Codec.encode", "thrpt", "ops/us", FAST));
    write(candidate, benchmark("Codec.encode", "thrpt", "ops/us", SLOW));
    assertThat(compare(base, candidate).line("Codec")).endsWith("faster");
    assertThat(compare(candidate, base, "--limit", "20%").code()).isEqualTo(ExitCode.LIMIT_MISSED);
  }

  @Test
  void aLimitMissedEndsWithFive() throws IOException {
    write(base, time(FAST));
    write(candidate, time(SLOW));
    CommandOutput output = compare(base, candidate, "--limit", "20%");
    assertThat(output.code()).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(output.line("Codec")).endsWith("slower: REGRESSION (limit 20 %)");
    assertThat(output.line("limit 20 %:")).startsWith("limit 20 %: 1 of 1 benchmarks surely worse");
    assertThat(compare(candidate, base, "--limit", "20%").code()).isEqualTo(ExitCode.VALID);
  }

  @Test
  void iterationsStandForForksWhereThereIsOneAndThatIsSaid() throws IOException {
    write(base, time("[[100,101,99]]"));
    write(candidate, time("[[200,201,199]]"));
    CommandOutput output = compare(base, candidate);
    assertThat(output.line("Codec")).contains(" 3, 3 ").endsWith("slower");
    assertThat(output.line("one fork")).contains("how forks differ is in no interval");
    write(candidate, time("[[200]]"));
    assertThat(compare(base, candidate).line("Codec")).endsWith("cannot tell: about 1 more run");
  }

  @Test
  void samplesAreComparedByTheirMeans() throws IOException {
    String sampled =
        """
        {"benchmark": "a.b.Pacer.await", "mode": "sample",
         "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[1,3],[5,1]],[[2,1]]]]}}
        """;
    write(base, sampled);
    assertThat(compare(base, base).line("Pacer"))
        .isEqualTo("Pacer.await 2.00 2.00 us/op 2, 2 1.000 1.000 to 1.000 n/a same within 5 %");
  }

  @Test
  void whatOneSideLacksIsNamed() throws IOException {
    write(base, time(FAST), benchmark("Codec.old", "avgt", "ns/op", FAST));
    write(candidate, time(FAST), benchmark("Codec.recent", "avgt", "ns/op", FAST));
    CommandOutput output = compare(base, candidate, "--limit", "20%");
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.line("Codec.old")).endsWith("a.b.Codec.old size=128: only in BASE");
    assertThat(output.line("Codec.recent")).endsWith("only in CANDIDATE");
  }

  @Test
  void whatTheyRanOnIsComparedToo() throws IOException {
    write(base, time(FAST));
    write(candidate, time(FAST));
    environment("base", "4.9.7");
    environment("candidate", "5.5.0");
    CommandOutput output = compare(base, candidate);
    assertThat(output.line("differs")).isEqualTo("differs clients.rocketmq-client: 4.9.7 -> 5.5.0");
    assertThat(output.out()).doesNotContain("began").doesNotContain("a CPU");
  }

  @Test
  void theirJvmsAreCompared() throws IOException {
    write(base, jvm(time(FAST), "17.0.15", "-Xmx1g"));
    write(candidate, jvm(time(FAST), "21.0.7", "-Xmx2g"));
    CommandOutput output = compare(base, candidate);
    assertThat(output.line("JDK")).isEqualTo("differs JDK: 17.0.15 -> 21.0.7");
    assertThat(output.line("JVM")).isEqualTo("differs JVM arguments: -Xmx1g -> -Xmx2g");
    assertThat(compare(base, base).out()).doesNotContain("differs");
    write(candidate, time(FAST));
    assertThat(compare(base, candidate).line("JDK")).endsWith("17.0.15 -> unknown");
  }

  private static String jvm(String benchmark, String jdk, String argument) {
    return benchmark.replaceFirst(
        "\\{",
        String.format(
            Locale.ROOT, "{\"jdkVersion\": \"%s\", \"jvmArgs\": [\"%s\"],", jdk, argument));
  }

  private void environment(String name, String release) throws IOException {
    Files.writeString(
        base.resolveSibling(name + ".environment.json"),
        String.format(
            Locale.ROOT,
            """
        {"began": "%s", "environment": {"host": {"cpu": "a CPU"}, "clients": {"rocketmq-client": "%s"}}}
        """,
            name,
            release));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thrpt | ns/op | BASE has mode avgt in ns/op, CANDIDATE thrpt in ns/op",
        "avgt | us/op | BASE has mode avgt in ns/op, CANDIDATE avgt in us/op"
      })
  void otherModesAndUnitsAreRefused(String mode, String unit, String why) throws IOException {
    write(base, time(FAST));
    write(candidate, benchmark("Codec.encode", mode, unit, FAST));
    refused(compare(base, candidate), why);
  }

  @Test
  void smallScoresHaveTheirDigits() throws IOException {
    write(base, benchmark("Codec.encode", "avgt", "ms/op", "[[0.002,0.002],[0.002,0.002]]"));
    write(candidate, benchmark("Codec.encode", "avgt", "ms/op", "[[0.003,0.003],[0.003,0.003]]"));
    assertThat(compare(base, candidate).line("Codec"))
        .startsWith("Codec.encode size=128 0.00200 0.00300 ms/op 2, 2 1.500");
  }

  /** The throughput of JMH is that of all threads together. */
  @Test
  void anotherNumberOfThreadsIsRefused() throws IOException {
    String one = benchmark("Codec.encode", "thrpt", "ops/us", FAST);
    write(base, one.replaceFirst("\\{", "{\"threads\": 1,"));
    write(candidate, one.replaceFirst("\\{", "{\"threads\": 8,"));
    refused(compare(base, candidate), "BASE has threads: 1, CANDIDATE 8; measure one of them");
    write(candidate, one);
    assertThat(compare(base, candidate).code()).isEqualTo(ExitCode.VALID);
  }

  @Test
  void whatCannotBeComparedIsRefusedInOneLine() throws IOException {
    write(base, time(FAST));
    write(candidate, benchmark("Other.encode", "avgt", "ns/op", FAST));
    refused(compare(base, candidate), "have no benchmark in common");
    refused(compare(base, base, "--limit", "p99=5%"), "such as 10%, got \"p99=5%\"");
    refused(compare(base, base, "--json", base), "--json: there is none of JMH results");
    write(candidate);
    refused(compare(base, candidate), "holds no benchmark");
    write(candidate, "{}");
    refused(compare(base, candidate), "is no result of JMH");
    write(candidate, time("[[0]]"));
    refused(compare(base, candidate), "has a score that is not above 0: 0");
    write(candidate, time("[]"));
    refused(compare(base, candidate), "has no scores");
    write(candidate, time(FAST), time(FAST));
    refused(compare(base, candidate), "twice");
    Files.writeString(candidate, "{");
    refused(compare(base, candidate), "cannot be read");
    refused(compare(base, base.resolveSibling("nothing")), "there is no such directory");
  }

  private static void refused(CommandOutput output, String why) {
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.err().lines()).singleElement().asString().contains(why);
  }
}
