package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.ceiling.Ceilings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class DoctorTest {

  private final Path directory;

  DoctorTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void everyCeilingIsMeasuredAndNoFileIsLeft() throws IOException {
    Checkup checkup = new Doctor(directory, Duration.ofMillis(20)).examine();
    Ceilings ceilings = checkup.ceilings();
    assertThat(checkup.directory()).isEqualTo(directory);
    assertThat(ceilings.timer().count()).isPositive();
    assertThat(ceilings.park().p50Nanos()).isPositive();
    assertThat(ceilings.fsync().perSecond()).isPositive();
    assertThat(ceilings.fsync().latency().p99Nanos()).isPositive();
    assertThat(ceilings.groupedFsync().appendsPerSecond())
        .isGreaterThanOrEqualTo(ceilings.groupedFsync().forcesPerSecond());
    assertThat(ceilings.groupedFsync().forcesPerSecond()).isPositive();
    assertThat(ceilings.sequentialWrite().bytesPerSecond()).isPositive();
    assertThat(ceilings.loopbackRoundTrip().count()).isPositive();
    assertThat(ceilings.loopbackStream().bytesPerSecond()).isPositive();
    assertThat(checkup.findings())
        .extracting(Finding::name)
        .contains("file system", "processors", "docker", "mosquitto");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aDirectoryThatCannotBeMeasuredHasAnObstacle() throws IOException {
    assertThat(Doctor.obstacle(directory)).isEmpty();
    assertThat(Doctor.obstacle(directory.resolve("none")))
        .hasValueSatisfying(why("not a directory"));
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(Doctor.obstacle(file)).hasValueSatisfying(why("not a directory"));
    assertThat(Doctor.lacks(512L << 20)).isEmpty();
    assertThat(Doctor.lacks((512L << 20) - 1)).hasValueSatisfying(why("512.0 MiB are needed"));
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(file);
    }
  }

  /** Not even root writes there. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aDirectoryThatTakesNoFilesHasAnObstacle() {
    assertThat(Doctor.obstacle(Path.of("/proc/self"))).hasValueSatisfying(why("not writable"));
  }

  private static Consumer<String> why(String part) {
    return text -> assertThat(text).contains(part);
  }
}
