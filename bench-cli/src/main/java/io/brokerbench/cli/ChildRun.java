package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.HeldDirectory;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a cell in a JVM of its own, so that all runs start equally cold and no state of a client
 * library carries over from one release of brokers to the next. The child ends with this process,
 * however that ends.
 */
final class ChildRun implements MatrixRun.Runner {

  private static final int PATIENCE_SECONDS = 60;

  private final PreparedRuns preparation;
  private final HeldDirectory directory;
  private volatile boolean ending;
  private volatile @Nullable Process running;

  ChildRun(PreparedRuns preparation, HeldDirectory directory) {
    this.preparation = preparation;
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-of-run"));
  }

  @Override
  public ExitCode run(MatrixCell cell) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(preparation.sections().tool()));
    arguments.addAll(preparation.flags(cell, directory.path()));
    SecretHandover handover = SecretHandover.of(arguments, directory.file());
    ProcessBuilder builder =
        new ProcessBuilder(handover.command())
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    try {
      Process process = handover.start(builder);
      running = process;
      int code = process.waitFor();
      running = null;
      if (ending || code > ExitCode.LIMIT_MISSED.code()) {
        throw new InterruptedException("a signal ended the run");
      }
      return Stream.of(ExitCode.values())
          .filter(each -> each.code() == code)
          .findFirst()
          .orElse(ExitCode.BUG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the run together with this process; the run still writes its partial results. */
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
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
