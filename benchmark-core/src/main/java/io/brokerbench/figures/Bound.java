package io.brokerbench.figures;

import io.brokerbench.figures.RunFigure.Value;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.RunResult.Requirement.Outcome;
import io.brokerbench.units.Text;
import java.util.OptionalDouble;

/**
 * A bound of a figure of a run.
 *
 * @param value in the figure's unit; the bound itself is good
 */
public record Bound(RunFigure figure, double value) {

  public boolean keeps(double measured) {
    return figure.better().keeps(measured, value);
  }

  /**
   * The number that is judged. That of one node is enough to break the bound; empty if that of
   * others, which is unknown, may break it too.
   */
  public OptionalDouble judged(Value measured) {
    Double number = measured.number();
    return number == null || (keeps(number) && !measured.lacking().isEmpty())
        ? OptionalDouble.empty()
        : OptionalDouble.of(number);
  }

  /** The text for display: {@code cpu at most 75 %}. */
  String text() {
    return Text.of("%s %s %s", figure.key(), figure.better().words(), figure.unit().text(value));
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
    Value found = figure.value(run);
    OptionalDouble judged = judged(found);
    if (judged.isEmpty()) {
      return new Requirement(
          figure.key(),
          Outcome.UNKNOWN,
          value,
          null,
          null,
          Text.of("%s: unknown, because %s", text(), found.unknown()));
    }
    double measured = judged.getAsDouble();
    String node = found.node();
    return new Requirement(
        figure.key(),
        keeps(measured) ? Outcome.MET : Outcome.MISSED,
        value,
        measured,
        node == null || node.isEmpty() ? null : node,
        Text.of("%s: %s", text(), text(measured))
            + (node == null ? "" : " of " + (node.isEmpty() ? "this machine" : node)));
  }
}
