package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project examples, built from the artifacts of this build as users build it. */
@Tag("nightly")
final class ExamplesIT {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private final Path project;
  private final LayeredRepository repository;

  ExamplesIT(@TempDir Path directory) throws IOException {
    this.project = directory.resolve("examples");
    this.repository = new LayeredRepository(directory.resolve("repository"));
  }

  @BeforeEach
  void copyAndInstall() throws IOException {
    Path examples = ROOT.resolve("examples");
    try (Stream<Path> files = Files.walk(examples)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = examples.relativize(file);
        if (!relative.startsWith("target")) {
          Files.createDirectories(project.resolve(relative).getParent());
          Files.copy(file, project.resolve(relative));
        }
      }
    }
    repository.install(ROOT);
  }

  @Test
  void aSlowerBrokerFailsAndOneRunIsAborted() throws Exception {
    Path workload = project.resolve("brief.yaml");
    Files.writeString(
        workload, "driver: memory\nload: {rate: 100/s, threads: 1, warmup: 0s, duration: 1s}\n");
    MavenBuild whole =
        build(
            "test",
            "exec:exec@run",
            "exec:exec@jmh",
            "-Dworkload=" + workload,
            // No test depends on the speed of this machine.
            "-Dp99.limit=PT10M",
            "-Djmh.flags=-f 1 -wi 0 -i 1 -r 100ms");
    assertThat(whole.code()).as(whole.output()).isZero();
    assertThat(whole.output())
        .containsPattern("Tests run: 4, Failures: 0, Errors: 0")
        .containsPattern("acknowledged  \\d+, held \\d+");
    assertThat(project.resolve("target/jmh.json")).content().contains("OrderBenchmark.encode");
    assertSlower("surefire:test", "-Dtest=RegressionTest", "-Dbroker.rate=200/s");
  }

  @Test
  @RequiresDocker
  void aBrokerWithHalfTheProcessorFailsAndOneRunIsAborted() throws Exception {
    String image = "-Dbroker.image=" + Docker.rocketMq("5.5.0");
    String test = "-Dtest=LimitedBrokerTest";
    MavenBuild baseline = build("test", test, image, "-Dbroker.cpus=1");
    assertThat(baseline.code()).as(baseline.output()).isZero();
    assertSlower("surefire:test", test, image, "-Dbroker.cpus=0.5");
  }

  /** Without its image, which brokerbench chooses then: the guide gives none. */
  @Test
  void theLimitedBrokerNeedsNoImage() throws Exception {
    MavenBuild refused = build("test", "-Dtest=LimitedBrokerTest", "-Dbroker.cpus=half");
    assertThat(refused.code()).as(refused.output()).isEqualTo(1);
    assertThat(refused.output())
        .contains("cluster.container.cpus must be")
        .doesNotContain("cluster.container.image");
  }

  /** Checks that five runs fail, and that one alone is aborted. */
  private void assertSlower(String... slower) throws Exception {
    MavenBuild five = build(slower);
    assertThat(five.code()).as(five.output()).isEqualTo(1);
    assertThat(five.output()).contains("slower than the baseline", "comparison.html");

    MavenBuild one =
        build(Stream.concat(Stream.of(slower), Stream.of("-Druns=1")).toArray(String[]::new));
    assertThat(one.code()).as(one.output()).isZero();
    assertThat(one.output()).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 1");
  }

  private MavenBuild build(String... arguments) throws IOException, InterruptedException {
    return MavenBuild.of(project, repository, arguments);
  }
}
