package io.brokerbench.cli;

import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixRun;
import io.brokerbench.stored.HeldDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a cell in a JVM of its own, as warm or cold as every other: what a client library keeps from
 * one release of brokers does not reach the next. It ends when we do, however that is.
 */
final class ChildRun implements MatrixRun.Runner {

  private static final int PATIENCE_SECONDS = 60;

  private final Preparation preparation;
  private final HeldDirectory directory;
  private volatile boolean ending;
  private volatile @Nullable Process running;

  ChildRun(Preparation preparation, HeldDirectory directory) {
    this.preparation = preparation;
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-of-run"));
  }

  @Override
  public ExitCode run(MatrixCell cell) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(preparation.sections().tool()));
    arguments.addAll(preparation.flags(cell, directory.path()));
    Handover handover = Handover.of(arguments, directory.file());
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

  /** Whoever ends us ends the run too, which writes what it has. */
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
