package io.brokerbench.command;

import io.brokerbench.ci.JunitXml;
import io.brokerbench.file.BadInputException;
import io.brokerbench.file.DurableFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The end of a run: its result, and its file for CI servers if anything is required of it. */
final class RunEnd implements RunListener {

  private @Nullable StoredRun result;

  @Override
  public void ended(RunResult ended, Path directory) {
    try {
      // From the file, in which secrets are hidden.
      StoredRun run = StoredRun.read(directory);
      result = run;
      if (run.result().requirements() != null) {
        RunSet alone = new RunSet(directory, List.of(run), List.of());
        DurableFile.write(
            directory.resolve(JunitXml.FILE), JunitXml.of(run.result().name(), List.of(alone)));
      }
    } catch (BadInputException e) {
      throw new UncheckedIOException(new IOException(e.getMessage(), e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The result of the ended run. */
  StoredRun result() {
    if (result == null) {
      throw new IllegalStateException("the run has not ended");
    }
    return result;
  }
}
