package io.brokerbench.doctor;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.clock.Clock;
import io.brokerbench.file.WriteAccess;
import io.brokerbench.run.Environments;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes its measurements one after the other, so that none disturbs another. */
public final class Doctor {

  /** Disk space that all files together may take; they are deleted afterwards. */
  private static final long SPACE_BYTES = 512L << 20;

  private final Path directory;
  private final long longestNanos;
  private final Clock clock = Clock.system();

  /**
   * Has no side effects.
   *
   * @param directory directory on the disk to measure
   * @param longest time limit of each ceiling; a disk operation under way may exceed it
   */
  public Doctor(Path directory, Duration longest) {
    this.directory = directory;
    this.longestNanos = longest.toNanos();
  }

  /**
   * The reason why the directory's disk cannot be measured, as the predicate of a sentence; empty
   * if it can.
   */
  public static Optional<String> obstacle(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Optional.of("is not a directory; create it or name another");
    }
    return WriteAccess.toDirectory(directory)
        ? lacks(directory.toFile().getUsableSpace())
        : Optional.of("is not writable; name another");
  }

  static Optional<String> lacks(long usableBytes) {
    return usableBytes >= SPACE_BYTES
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "has %s free and %s are needed; make room or name another",
                Units.bytes((double) usableBytes), Units.bytes((double) SPACE_BYTES)));
  }

  /** Measures the ceilings and collects the findings. */
  public Checkup examine() throws IOException {
    Instant at = clock.now();
    Path root = Path.of("/");
    HostFindings host = new HostFindings(root, Runtime.getRuntime().availableProcessors());
    List<Finding> findings = new ArrayList<>(DiskFindings.of(directory));
    Ceilings ceilings = Ceilings.measure(directory, clock, longestNanos);
    findings.addAll(host.findings());
    String path = System.getenv().getOrDefault("PATH", "");
    findings.addAll(new ExternalTools(path, PackageManager.of(root)).findings());
    return new Checkup(at, directory, Environments.host(), ceilings, findings);
  }
}
