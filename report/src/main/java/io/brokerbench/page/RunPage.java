package io.brokerbench.page;

import io.brokerbench.document.HtmlPage;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes {@code report.html} into every result directory. */
public final class RunPage implements RunListener {

  public static final String FILE = "report.html";

  /** For ServiceLoader. */
  public RunPage() {}

  @Override
  public void ended(RunResult result, Path directory) {
    try {
      Files.writeString(directory.resolve(FILE), HtmlPage.of(RunDocument.of(directory)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
