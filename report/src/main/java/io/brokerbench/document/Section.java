package io.brokerbench.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A section of a report.
 *
 * @param open whether a page initially shows it
 * @param preview what a page shows of it in one line with the title; null for a section of its own
 */
public record Section(String title, boolean open, List<Block> blocks, @Nullable Preview preview) {

  /** A section without a preview. */
  public Section(String title, boolean open, List<Block> blocks) {
    this(title, open, blocks, null);
  }

  /**
   * One line of many alike, with a small picture of a chart.
   *
   * @param tone assessment of the content
   * @param chart a chart of the section over time, whose points follow the section as a table
   * @param value the main figure
   * @param note what is to be said of it
   */
  public record Preview(Headline.Tone tone, Chart chart, String value, String note) {}
}
