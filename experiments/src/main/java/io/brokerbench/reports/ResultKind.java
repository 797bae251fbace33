package io.brokerbench.reports;

import io.brokerbench.find.SearchResult;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.page.RunDocument;
import io.brokerbench.units.Text;
import java.nio.file.Path;

/** What a directory holds, by its files. */
public enum ResultKind {
  PUBLICATION,
  MATRIX,
  SEARCH,
  RUN,
  /** Any other directory, which may contain results. */
  OTHER;

  public static ResultKind of(Path directory) {
    if (Publication.in(directory)) {
      return PUBLICATION;
    }
    if (MatrixDirectory.is(directory)) {
      return MATRIX;
    }
    if (SearchResult.in(directory)) {
      return SEARCH;
    }
    return RunDocument.canShow(directory) ? RUN : OTHER;
  }

  /** The name for display. */
  public String label() {
    return Text.notation(this);
  }

  /** Whether a report shows it without other results. */
  boolean isShownAlone() {
    return this != RUN && this != OTHER;
  }
}
