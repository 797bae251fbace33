package io.brokerbench.bound;

import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.RunResult.Requirement.Outcome;
import io.brokerbench.units.Text;

/**
 * A bound of a figure of a run.
 *
 * @param value in the figure's unit; the bound itself is good
 */
public record Bound(RunFigure figure, double value) {

  /** Whether a value keeps the bound. */
  boolean keeps(double measured) {
    return figure.unit().atLeast() ? measured >= value : measured <= value;
  }

  /** The text for display: {@code cpu at most 75 %}. */
  String text() {
    return Text.of(
        "%s at %s %s",
        figure.key(), figure.unit().atLeast() ? "least" : "most", figure.unit().text(value));
  }

  /** The text of a measured value, which differs from that of the bound if it misses it. */
  String text(double measured) {
    String text = figure.unit().text(measured);
    return !keeps(measured) && text.equals(figure.unit().text(value))
        ? figure.unit().exactText(measured)
        : text;
  }

  /** Compares the figure of a run, whatever its verdict. */
  public Requirement judge(RunResult run) {
    RunFigure.Value found = figure.value(run, value);
    Double measured = found.value();
    String node = found.node();
    String text =
        measured == null
            ? "unknown, because " + found.unknown()
            : text(measured)
                + (node == null ? "" : " of " + (node.isEmpty() ? "this machine" : node));
    return new Requirement(
        figure.key(),
        measured == null ? Outcome.UNKNOWN : keeps(measured) ? Outcome.MET : Outcome.MISSED,
        value,
        measured,
        node == null || node.isEmpty() ? null : node,
        Text.of("%s: %s", text(), text));
  }
}
