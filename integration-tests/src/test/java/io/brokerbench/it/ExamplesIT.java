package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project examples, built from the artifacts of this build as users build it. */
@Tag("nightly")
final class ExamplesIT {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Path PAGE = ROOT.resolve("docs/guide/java.md");

  private static final Pattern BLOCK = Pattern.compile("(?s)```(java|xml)\\n(.*?)\\n```");
  private static final Pattern CLASS = Pattern.compile("final class (\\w+)");
  private static final Pattern PROPERTIES = Pattern.compile("(?s)<properties>.*</properties>");

  /** What compiles, and its release; further elements may follow. */
  private static final Pattern PLUGIN =
      Pattern.compile(
          "<plugin>\\s*<artifactId>maven-(?:resources|compiler)-plugin</artifactId>\\s*"
              + "<version>[^<]+</version>");

  private final Path copied;
  private final Path project;
  private final LayeredRepository repository;

  ExamplesIT(@TempDir Path directory) throws IOException {
    this.copied = Files.createDirectory(directory.resolve("copied"));
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

  /** Dependencies and whole classes of the guide, in a project that has nothing else. */
  @Test
  void whatTheGuideShowsCompiles() throws Exception {
    String page = Files.readString(PAGE);
    StringBuilder dependencies = new StringBuilder();
    int classes = 0;
    for (MatchResult block : BLOCK.matcher(page).results().toList()) {
      String text = block.group(2);
      if (block.group(1).equals("xml")) {
        dependencies.append(
            text.contains("<dependencyManagement>")
                ? text
                : "<dependencies>" + text + "</dependencies>");
      } else if (text.startsWith("package org.example;")) {
        writeClass(text);
        classes++;
      }
    }
    assertThat(classes).isEqualTo(2);
    String examples = Files.readString(ROOT.resolve("examples/pom.xml"));
    Matcher properties = PROPERTIES.matcher(examples);
    assertThat(properties.find()).isTrue();
    String plugins =
        PLUGIN
            .matcher(examples)
            .results()
            .map(plugin -> plugin.group() + "</plugin>")
            .collect(Collectors.joining());
    Files.writeString(
        copied.resolve("pom.xml"),
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId>"
            + "<artifactId>copied</artifactId><version>1</version>"
            + properties.group()
            + dependencies
            + "<build><plugins>"
            + plugins
            + "</plugins></build></project>");
    MavenBuild compiled = MavenBuild.of(copied, repository, "test-compile");
    assertThat(compiled.code()).as(compiled.output()).isZero();
    assertThat(copied.resolve("target/classes/org/example/SafestMode.class")).exists();
    assertThat(copied.resolve("target/test-classes/org/example/OrdersTest.class")).exists();
  }

  private void writeClass(String text) throws IOException {
    Matcher name = CLASS.matcher(text);
    assertThat(name.find()).isTrue();
    Path sources = copied.resolve(text.contains("@Test") ? "src/test/java" : "src/main/java");
    Path directory = Files.createDirectories(sources.resolve("org/example"));
    Files.writeString(directory.resolve(name.group(1) + ".java"), text);
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
