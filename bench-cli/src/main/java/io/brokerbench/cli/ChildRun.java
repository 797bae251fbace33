package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.stored.RunsDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a cell in a JVM of its own, so that all runs start equally cold and no state of a client
 * library carries over from one release of brokers to the next. The child ends with this process,
 * however that ends. A run that a signal ends alone is run once more.
 */
final class ChildRun implements MatrixRun.Runner {

  private static final int PATIENCE_SECONDS = 60;

  private final PreparedRuns preparation;
  private final HeldDirectory directory;
  private final Path results;
  private volatile boolean ending;

  /** Of the run before; null before the first run. */
  private @Nullable List<String> workers;

  private volatile @Nullable Process running;

  ChildRun(PreparedRuns preparation, HeldDirectory directory) {
    this(preparation, directory, directory.path());
  }

  /**
   * Runs cells whose results go to another directory than those of the others.
   *
   * @param directory that this process holds
   * @param results parent of the result directories
   */
  ChildRun(PreparedRuns preparation, HeldDirectory directory, Path results) {
    this.preparation = preparation;
    this.directory = directory;
    this.results = results;
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-of-run"));
  }

  @Override
  public ExitCode run(MatrixCell cell) throws InterruptedException {
    int code = exitCode(cell);
    if (cut(code)) {
      System.out.printf(
          Locale.ROOT, "  a signal cut the run short (exit code %d): it is run again%n", code);
      code = exitCode(cell);
    }
    if (ending || cut(code)) {
      throw new InterruptedException("a signal ended the run");
    }
    return ExitCode.of(code);
  }

  /** Whether a signal ended the run, but not this process. */
  private boolean cut(int code) {
    return !ending && ExitCode.isOfSignal(code);
  }

  private int exitCode(MatrixCell cell) throws InterruptedException {
    SecretHandover handover =
        SecretHandover.of(preparation.arguments(cell, results), directory.file());
    ProcessBuilder builder =
        new ProcessBuilder(handover.command())
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder
        .environment()
        .put(
            GeneratorPlan.STAY,
            workers == null ? GeneratorPlan.FIRST : GeneratorPlan.NEXT + String.join(",", workers));
    try {
      Process process = handover.start(builder);
      running = process;
      int code = process.waitFor();
      running = null;
      workers = workersOf(cell);
      return code;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Names of the workers of the cell's latest run that stay for the next one; those of the run
   * before if it left no result.
   */
  private List<String> workersOf(MatrixCell cell) {
    List<String> before = workers == null ? List.of() : workers;
    if (!preparation.cells().values().iterator().next().workload().workers().stay()) {
      return before;
    }
    try {
      return new RunsDirectory(results)
          .runs(cell.name()).stream()
              .reduce((earlier, later) -> later)
              .map(run -> run.result().workers())
              .map(used -> used.stream().map(WorkerUse::name).toList())
              .orElse(before);
    } catch (BadInputException e) {
      // Reported by those who read the results.
      return before;
    }
  }

  /**
   * Ends the run together with this process, and reports what is kept; the run still writes its
   * partial results.
   */
  private void end() {
    ending = true;
    Process process = running;
    if (process == null) {
      return;
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      reportKept(directory);
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says, at the end of an interrupted command, where its results are. */
  static void reportKept(HeldDirectory directory) {
    System.err.printf(
        Locale.ROOT, "interrupted: kept as %s, the same command resumes it%n", directory.path());
  }
}
