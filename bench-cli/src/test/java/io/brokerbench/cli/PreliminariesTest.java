package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.testkit.Entries;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PreliminariesTest {

  /** Ceilings that are only glanced at. */
  private static final Duration GLANCE = Duration.ofMillis(20);

  private final Path home;
  private final Path night;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  PreliminariesTest(@TempDir Path home) {
    this.home = home;
    this.night = home.resolve("history").resolve("20261122T030000Z-night.INCOMPLETE");
  }

  private PrintStream stream() {
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }

  private HeldDirectory hold() throws Exception {
    return HeldDirectory.take(home.resolve("history"), () -> Files.createDirectories(night));
  }

  private PreparedRuns prepared(String workload) throws Exception {
    return PreparedRuns.of(
        RunArguments.of(Files.writeString(home.resolve("night.yaml"), workload), List.of()),
        home.resolve("history").toString(),
        new ParsedCommand.Call(Map.of(), List.of(), stream(), stream()));
  }

  @Test
  void theCeilingsAreMeasuredOncePerNight() throws Exception {
    Path file = night.resolve("control").resolve("ceilings.json");
    try (HeldDirectory held = hold()) {
      Preliminaries first = new Preliminaries(held, stream());
      first.ceilings(home, GLANCE);
      assertThat(first.failed()).isEmpty();
    }
    assertThat(CheckupJson.ceilings(file).fsync().perSecond()).isPositive();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("before the runs: the ceilings of this machine, about 15 s\n")
        .contains("sequential write");
    String measured = Files.readString(file);
    out.reset();
    try (HeldDirectory resumed = hold()) {
      new Preliminaries(resumed, stream()).ceilings(home, GLANCE);
    }
    assertThat(file).hasContent(measured);
    assertThat(out.size()).isZero();
  }

  @Test
  void aDiskThatCannotBeMeasuredIsReportedAndEndsNothing() throws Exception {
    Path missing = home.resolve("missing");
    try (HeldDirectory held = hold()) {
      Preliminaries preliminaries = new Preliminaries(held, stream());
      preliminaries.ceilings(missing, GLANCE);
      assertThat(preliminaries.failed())
          .containsExactly(
              "the ceilings of this machine: "
                  + missing
                  + " is not a directory; create it or name another");
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("failed: the ceilings of ");
    assertThat(Entries.of(night.resolve("control"))).isEmpty();
  }

  /** A stand-in for scripts/microbench.sh. */
  private Path script(String lines) throws Exception {
    Path script = Files.createDirectories(home.resolve("scripts")).resolve("microbench.sh");
    BenchProcess.writeScript(script, lines);
    return script;
  }

  @Test
  void microbenchmarksAreRunUntilTheyHaveAResult() throws Exception {
    Path result = night.resolve("microbench.json");
    Path environment = night.resolve("microbench.environment.json");
    Path arguments = home.resolve("arguments");
    List<String> names = List.of("MessagePath", "Codec .*");
    try (HeldDirectory held = hold()) {
      Preliminaries failing = new Preliminaries(held, stream());
      Path script = script("touch \"$3\"; exit 1\n");
      failing.microbenchmarks(script, names);
      assertThat(failing.failed()).containsExactly("the microbenchmarks: exit code 1 of " + script);
      assertThat(result).doesNotExist();

      // Above its budget: the scores count all the same.
      Preliminaries exceeding = new Preliminaries(held, stream());
      exceeding.microbenchmarks(
          script(
              "printf '%s\\n' \"$@\" >'"
                  + arguments
                  + "'; echo '[]' >\"$3\"; echo '{}' >\"${3%.json}.environment.json\"; exit 1\n"),
          names);
      assertThat(exceeding.failed()).hasSize(1);
      assertThat(arguments).hasContent("--quick\n--out\n" + result + "\n--\nMessagePath\nCodec .*");

      out.reset();
      Preliminaries resumed = new Preliminaries(held, stream());
      resumed.microbenchmarks(home.resolve("none.sh"), names);
      assertThat(resumed.failed()).isEmpty();
      assertThat(out.size()).isZero();
      assertThat(result).hasContent("[]");
      assertThat(environment).hasContent("{}");
    }
  }

  @Test
  void aScriptThatCannotBeStartedEndsNothing() throws Exception {
    try (HeldDirectory held = hold()) {
      Preliminaries preliminaries = new Preliminaries(held, stream());
      preliminaries.microbenchmarks(home.resolve("none.sh"), List.of("MessagePath"));
      assertThat(preliminaries.failed())
          .singleElement()
          .asString()
          .startsWith("the microbenchmarks: ")
          .contains("none.sh");
    }
  }

  @Test
  void theScriptIsThatOfTheCheckout() throws Exception {
    PreparedRuns plain = prepared("driver: memory\n");
    assertThat(Preliminaries.script(plain, Map.of())).isEmpty();
    PreparedRuns named = prepared("driver: memory\nmicrobench: [MessagePath]\n");
    Path script = script("");
    assertThat(Preliminaries.script(named, Map.of("BENCH_HOME", home.toString()))).contains(script);
  }

  @Test
  void theDiskOfContainersIsTheOneOfTemporaryFiles() throws Exception {
    PreparedRuns runs = prepared("cluster.host: container\nmatrix: {tool: [producer]}\n");
    assertThat(Preliminaries.disk(runs))
        .isEqualTo(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
  }

  @Test
  void theDiskOfProcessesIsTheOneOfTheirMessages() throws Exception {
    Path store = Files.createDirectory(home.resolve("store"));
    PreparedRuns runs =
        prepared("cluster.data-directory: " + store + "\nmatrix: {tool: [producer]}\n");
    assertThat(Preliminaries.disk(runs)).isEqualTo(store);
  }
}
