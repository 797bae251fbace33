package io.brokerbench.document;

import java.util.List;

/**
 * A picture of figures.
 *
 * @param id unique in its document: small letters, digits and hyphens
 * @param note what to look at; may be empty
 * @param y one or two axes
 * @param bands of x that are set apart
 * @param marks lines that are set apart
 * @param cursor charts with the same non-empty name show the same x when one is asked
 */
public record Chart(
    String id,
    String title,
    String note,
    Axis x,
    List<Axis> y,
    List<Series> series,
    List<Band> bands,
    List<Mark> marks,
    String cursor)
    implements Block {

  /** A chart without anything that is set apart, with no other chart to go with. */
  public static Chart of(
      String id, String title, String note, Axis x, List<Axis> y, List<Series> series) {
    return new Chart(id, title, note, x, y, series, List.of(), List.of(), "");
  }

  /** The same under another id, with other charts to go with. */
  public Chart withId(String another, String otherCursor) {
    return new Chart(another, title, note, x, y, series, bands, marks, otherCursor);
  }

  /**
   * A range of x.
   *
   * @param kind what it stands for
   */
  public record Band(double from, double to, Kind kind) {

    /** What a band stands for. */
    public enum Kind {
      /** Before or after measured time. */
      UNMEASURED,
      FAILURES,
      GC
    }
  }

  /**
   * A line across the chart.
   *
   * @param upright whether it stands at an x; else it lies at a y of the first axis
   */
  public record Mark(double at, boolean upright, String label) {}
}
