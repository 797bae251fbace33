package io.brokerbench.document;

import java.util.List;

/**
 * A chart of figures.
 *
 * @param id unique in its document: lower-case letters, digits and hyphens
 * @param note explanation of the chart; may be empty
 * @param y one or two axes
 * @param bands highlighted ranges of x
 * @param marks highlighted lines
 * @param cursor charts with the same non-empty name share their cursor position
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

  /** A chart without highlights and without a shared cursor. */
  public static Chart of(
      String id, String title, String note, Axis x, List<Axis> y, List<Series> series) {
    return new Chart(id, title, note, x, y, series, List.of(), List.of(), "");
  }

  /** Returns this chart with another id and another shared cursor. */
  public Chart withId(String another, String otherCursor) {
    return new Chart(another, title, note, x, y, series, bands, marks, otherCursor);
  }

  public Chart withNote(String another) {
    return new Chart(id, title, another, x, y, series, bands, marks, cursor);
  }

  /**
   * A range of x.
   *
   * @param kind meaning of the range
   */
  public record Band(double from, double to, Kind kind) {

    public enum Kind {
      /** Before or after the measured time. */
      UNMEASURED,
      FAILURES,
      GC,
      /** From a planned fault to the recovery. */
      FAULT
    }
  }

  /**
   * A line across the chart.
   *
   * @param upright whether it is vertical at an x; else it is horizontal at a y of the first axis
   */
  public record Mark(double at, boolean upright, String label) {}
}
