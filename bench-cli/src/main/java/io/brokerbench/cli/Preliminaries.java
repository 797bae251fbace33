package io.brokerbench.cli;

import io.brokerbench.doctor.Checkup;
import io.brokerbench.doctor.CheckupJson;
import io.brokerbench.doctor.CheckupTable;
import io.brokerbench.doctor.Doctor;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.jmh.JmhFile;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * What a night measures once, before its runs. The night continues without what cannot be measured,
 * and a resumed night measures only what is missing.
 */
final class Preliminaries {

  /** Runs JMH, in a checkout. */
  private static final String SCRIPT = "scripts/microbench.sh";

  private static final int PATIENCE_SECONDS = 30;

  private final HeldDirectory night;
  private final PrintStream out;
  private final List<String> failed = new ArrayList<>();
  private volatile boolean measuring;
  private volatile boolean ending;
  private volatile @Nullable Process running;

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

  /**
   * The script that runs the microbenchmarks of a night; empty if its file names none.
   *
   * @throws BadInputException if a name is no regular expression, or this command is not that of a
   *     checkout, which has the script
   */
  static Optional<Path> script(PreparedRuns night, Map<String, String> environment)
      throws BadInputException {
    List<String> names = night.sections().microbenchmarks();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    for (String name : names) {
      try {
        Pattern unused = Pattern.compile(name);
      } catch (PatternSyntaxException e) {
        throw new BadInputException(
            Text.of(
                "%s: microbench has \"%s\", which is no regular expression: %s",
                night.file(), name, e.getDescription()));
      }
    }
    Path script = Path.of(environment.getOrDefault(ReproduceCommand.HOME, ""), SCRIPT);
    if (!Files.isExecutable(script)) {
      throw new BadInputException(
          Text.of(
              "%s: microbench needs %s of a checkout, because JMH is not in the distribution; run"
                  + " scripts/bench night there, or leave microbench out",
              night.file(), SCRIPT));
    }
    return Optional.of(script);
  }

  /**
   * Runs microbenchmarks by a script, whose result is kept with the night.
   *
   * @param names regular expressions of the names of benchmarks
   * @throws IOException if what a failed run left cannot be deleted
   * @throws InterruptedException if a signal ends this process
   */
  void microbenchmarks(Path script, List<String> names) throws IOException, InterruptedException {
    Path file = night.path().resolve(JmhFile.OF_NIGHT).toAbsolutePath();
    // JMH creates the result at its start; the environment is written at the end.
    Path last = JmhFile.environmentOf(file);
    if (Files.exists(last)) {
      return;
    }
    out.println(
        Text.of(
            "before the runs: the microbenchmarks %s, about 5 min at most",
            String.join(", ", names)));
    List<String> command =
        new ArrayList<>(List.of(script.toString(), "--quick", "--out", file.toString(), "--"));
    command.addAll(names);
    measuring = true;
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      running = process;
      process.getOutputStream().close();
      int code = process.waitFor();
      if (ending) {
        throw new InterruptedException("a signal ended the microbenchmarks");
      }
      if (code != 0) {
        fail(Text.of("the microbenchmarks: exit code %d of %s", code, script));
      }
    } catch (IOException e) {
      fail("the microbenchmarks: " + Causes.line(e));
    } finally {
      running = null;
      measuring = false;
    }
    if (!Files.exists(last)) {
      Files.deleteIfExists(file);
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

  /** Ends a measurement together with this process, and reports what is kept. */
  private void end() {
    ending = true;
    if (!measuring) {
      return;
    }
    Process process = running;
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      try {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    ChildRun.reportKept(night);
  }
}
