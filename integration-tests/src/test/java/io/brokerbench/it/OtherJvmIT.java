package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on the other supported JVM; the test suite itself runs on one. */
@Tag("nightly")
final class OtherJvmIT {

  private static final String VARIABLE = "BENCH_OTHER_JAVA";

  @TempDir private Path home;

  @Test
  void theOtherSupportedJvmMeasuresAlike() throws Exception {
    String feature = Runtime.version().feature() < 25 ? "25" : "17";
    Optional<Path> javaHome = javaHome(feature);
    assumeThat(javaHome)
        .as("a JDK %s: its home in %s, or next to the one that runs this", feature, VARIABLE)
        .isPresent();
    try (Bench bench =
        Bench.start(
            javaHome.orElseThrow(),
            Bench.PRODUCER,
            home,
            "-w",
            "8",
            "--warmup",
            "1s",
            "--duration",
            "2s")) {
      Outcome outcome = bench.end();
      ResultDirectory result = outcome.measured();
      assertThat(result.json().at("/environment/jvm/version").asText()).startsWith(feature);
      assertThat(result.json().at("/environment/cluster/javaVersion").asText()).startsWith(feature);
      Accounts.of(result).areComplete().replicaHoldsAcked();
      // JDK 25 warns about the libraries; the benchmark itself prints nothing.
      assertThat(outcome.err().lines())
          .allMatch(line -> line.isBlank() || line.startsWith("WARNING: "));
      assertThat(bench.temporary()).isEmptyDirectory();
    }
  }

  private static Optional<Path> javaHome(String feature) throws IOException {
    String named = System.getenv(VARIABLE);
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> siblings =
        own.getParent() == null ? Stream.empty() : Files.list(own.getParent())) {
      List<Path> found =
          siblings
              .filter(path -> path.getFileName().toString().matches(".*\\b" + feature + "\\b.*"))
              .filter(path -> Files.isExecutable(path.resolve("bin").resolve("java")))
              .sorted()
              .toList();
      return found.stream().findFirst();
    }
  }
}
