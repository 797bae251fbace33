package io.brokerbench.cli;

import io.brokerbench.doctor.Checkup;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.doctor.CheckupTable;
import io.brokerbench.doctor.Doctor;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.process.NativeCode;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a night measures once, before its runs. The night continues without what cannot be measured,
 * and a resumed night measures only what is missing.
 */
final class Preliminaries {

  private final HeldDirectory night;
  private final PrintStream out;
  private final List<String> failed = new ArrayList<>();
  private volatile boolean measuring;

  /**
   * @param night directory of the night, which this process holds
   */
  Preliminaries(HeldDirectory night, PrintStream out) {
    this.night = night;
    this.out = out;
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-of-preliminaries"));
  }

  /**
   * A directory on the disk of the brokers that a night starts; the system's temporary directory if
   * their disk is not visible, as that of containers, or cannot be measured.
   */
  static Path disk(PreparedRuns night) {
    return night.cells().values().stream()
        .flatMap(cell -> cell.cluster().store().stream())
        .flatMap(store -> store.directory().stream())
        .map(Path::toAbsolutePath)
        .filter(directory -> Doctor.obstacle(directory).isEmpty())
        .findFirst()
        .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath());
  }

  /**
   * Measures the ceilings of this machine into the directory of the control cell.
   *
   * @param disk directory on the disk to measure
   * @param longestOfEach time limit of each ceiling
   * @throws IOException if the directory of the control cell cannot be created
   */
  void ceilings(Path disk, Duration longestOfEach) throws IOException {
    Path control = Files.createDirectories(night.path().resolve(RunsDirectory.CONTROL));
    Path file = control.resolve(CheckupJson.OF_NIGHT);
    if (Files.exists(file)) {
      return;
    }
    Optional<String> obstacle =
        NativeCode.problem()
            .or(() -> Doctor.obstacle(disk).map(reason -> Text.of("%s %s", disk, reason)));
    if (obstacle.isPresent()) {
      fail("the ceilings of this machine: " + obstacle.get());
      return;
    }
    out.println("before the runs: the ceilings of this machine, about 15 s");
    measuring = true;
    try {
      Checkup checkup = new Doctor(disk, longestOfEach).examine();
      CheckupTable.lines(checkup).forEach(out::println);
      CheckupJson.write(checkup, file);
    } catch (IOException e) {
      fail("the ceilings of this machine: " + Causes.line(e));
    } finally {
      measuring = false;
    }
  }

  /** What could not be measured, one line each. */
  List<String> failed() {
    return List.copyOf(failed);
  }

  private void fail(String what) {
    failed.add(what);
    out.println("failed: " + what);
  }

  /** Reports what is kept if this process ends during a measurement. */
  private void end() {
    if (measuring) {
      System.err.printf(
          Locale.ROOT, "interrupted: kept as %s, the same command resumes it%n", night.path());
    }
  }
}
