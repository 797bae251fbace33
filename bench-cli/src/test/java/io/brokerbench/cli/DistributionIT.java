package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archives, and the zip unpacked where there is nothing else of brokerbench. */
@Tag("default")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DistributionIT {

  private static final long MAX_BYTES = 80_000_000;

  private final Path home;
  private final Path root;

  DistributionIT(@TempDir Path home) throws IOException {
    this.home = home;
    this.root = Distribution.unpack(home);
  }

  @Test
  void measuresWithoutSourcesOrMaven() throws Exception {
    assertThat(root.resolve("workloads/publications/rocketmq-producer-2-modes.yaml")).exists();
    Process process =
        new ProcessBuilder(
                "bash",
                root.resolve("bin/producer.sh").toString(),
                "--set",
                "driver=memory",
                "-w",
                "1",
                "--warmup",
                "0s",
                "--duration",
                "1s",
                "--out",
                home.resolve("results").toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("output").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(home.resolve("output"))).isIn(0, 4);
    assertThat(Files.readString(home.resolve("output")))
        .contains("acknowledged in the memory of this process")
        .doesNotContain("building");
  }

  @ParameterizedTest
  @ValueSource(strings = {".zip", ".tar.gz"})
  void archivesAreSmall(String suffix) throws IOException {
    Path archive = Distribution.archive(suffix);
    assertThat(Files.size(archive))
        .as("bytes of %s; docs/DEPENDENCIES.md has what stays out", archive.getFileName())
        .isBetween(MAX_BYTES / 2, MAX_BYTES);
  }

  @Test
  void ofAJarOnlyTheLibrariesOfOpenSslStayOut() throws Exception {
    URL location = NettyChannelBuilder.class.getProtectionDomain().getCodeSource().getLocation();
    Path released = Path.of(location.toURI());
    Set<String> missing = filesIn(released);
    missing.removeAll(filesIn(root.resolve("lib").resolve(released.getFileName())));
    assertThat(missing)
        .isNotEmpty()
        .allMatch(name -> name.matches("META-INF/native/.*_tcnative_.*"));
  }

  /** docs/DEPENDENCIES.md has the reasons. */
  @Test
  void whatNothingCallsStaysOut() throws IOException {
    Pattern unneeded =
        Pattern.compile(
            "(?:rocksdbjni|okhttp|okio|kotlin|opentelemetry-exporter|reflections|javassist"
                + "|fastjson-|commons-(?:beanutils|digester|logging)|awaitility|hamcrest"
                + "|zstd-jni|testcontainers|bc(?:pkix|prov|util)|proto-google"
                + "|prometheus-metrics-exposition-formats|netty-codec-(?!socks|\\d)).*");
    assertThat(jars())
        .isNotEmpty()
        .noneMatch(jar -> unneeded.matcher(jar.getFileName().toString()).matches());
  }

  /** RocketMQ's client contains a release of lz4-java with published vulnerabilities. */
  @Test
  void theNewLz4JavaIsBeforeTheOldOneOnTheClassPath() throws IOException {
    List<String> containing = new ArrayList<>();
    for (Path jar : jars()) {
      try (ZipFile file = new ZipFile(jar.toFile())) {
        if (file.getEntry("net/jpountz/lz4/LZ4Factory.class") != null) {
          containing.add(jar.getFileName().toString().replaceFirst("-\\d.*", ""));
        }
      }
    }
    assertThat(containing).containsExactly("lz4-java", "rocketmq-client-java");
  }

  /** In the order in which the launcher puts them on the class path. */
  private List<Path> jars() throws IOException {
    try (Stream<Path> jars = Files.list(root.resolve("lib"))) {
      return jars.sorted().toList();
    }
  }

  @Test
  void everyCommandHasAManualPageWithExamples() {
    for (String command : BenchMain.commands().keySet()) {
      assertThat(root.resolve("man/man1/bench-" + command + ".1"))
          .content()
          .contains(".SH \"OPTIONS\"", ".SH \"EXAMPLE");
    }
    assertThat(root.resolve("man/man1/bench-worker.1"))
        .content()
        .contains("\nbench worker \\-\\-join controller:7700");
    assertThat(root.resolve("man/man1/bench.1")).content().contains("\\fBcompare\\fP");
  }

  /** The list has one line for all jars of a library, which differ in their classifiers. */
  @Test
  void everyJarIsInTheListOfLibraries() throws IOException {
    List<String> listed = libraries().map(line -> line.get(0).replaceFirst("\\.jar$", "")).toList();
    Set<String> unlisted = new TreeSet<>();
    jars().stream()
        .map(jar -> jar.getFileName().toString().replaceFirst("\\.jar$", ""))
        .filter(jar -> !jar.startsWith("brokerbench-"))
        .filter(jar -> listed.stream().noneMatch(name -> (jar + "-").startsWith(name + "-")))
        .forEach(unlisted::add);
    assertThat(listed).hasSizeGreaterThan(100);
    assertThat(unlisted).isEmpty();
  }

  @Test
  void theTextOfALicenceOfEachLibraryIsInTheArchive() throws IOException {
    Set<String> texts;
    try (Stream<Path> files = Files.list(root.resolve("licenses"))) {
      texts =
          files
              .map(file -> file.getFileName().toString().replaceFirst("\\.txt$", ""))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    assertThat(root.resolve("LICENSE")).content().contains("Apache License");
    texts.add("Apache-2.0");
    assertThat(
            libraries()
                .filter(
                    line -> Arrays.stream(line.get(1).split(", ", -1)).noneMatch(texts::contains)))
        .isEmpty();
  }

  private static Set<String> filesIn(Path jar) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      return file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The columns of the list's lines. */
  private Stream<List<String>> libraries() throws IOException {
    return Files.readAllLines(root.resolve("licenses/THIRD-PARTY.txt")).stream()
        .filter(line -> line.contains(" | "))
        .map(line -> List.of(line.split(" \\| ", -1)));
  }
}
