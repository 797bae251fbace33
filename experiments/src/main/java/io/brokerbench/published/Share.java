package io.brokerbench.published;

import io.brokerbench.published.PublishedValue.Precision;
import io.brokerbench.published.ReferenceTable.Line;
import io.brokerbench.published.ReferenceTable.Line.Repeat;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import io.brokerbench.units.Units;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure as a share of another one, both published and measured.
 *
 * @param published share of the published figures
 * @param about whether the publication states one of them as about
 * @param measured share of the measured figures; null if one of them is missing
 * @param compared whether both measured figures are of the published kind, so that there is a ratio
 * @param answer what comes of it
 */
record Share(
    double published, boolean about, @Nullable Measured measured, boolean compared, Answer answer) {

  /**
   * The share of one figure in another.
   *
   * @param together whether both are of one matrix, of which each repeat has all cells
   */
  static Share of(Line part, Line whole, boolean together) {
    double published = part.expected() / whole.expected();
    boolean about = Precision.isAbout(part.published()) || Precision.isAbout(whole.published());
    Measured measured = measured(part, whole, together);
    for (Line line : List.of(whole, part)) {
      if (line.ratio() == null) {
        return new Share(published, about, measured, false, Objects.requireNonNull(line.answer()));
      }
    }
    Answer answer =
        Answer.of(
            Objects.requireNonNull(measured),
            new PublishedValue(Precision.EXACT, published, published, Unit.SHARE),
            ReferenceTable.TOLERANCE);
    return new Share(published, about, measured, true, answer);
  }

  private static @Nullable Measured measured(Line part, Line whole, boolean together) {
    if (part.value() == null
        || whole.value() == null
        || !(Objects.requireNonNull(whole.value().value()) > 0)) {
      return null;
    }
    Optional<Ratio> ratio = ratio(part, whole, together);
    return ratio.isPresent()
        ? new Measured(ratio.get().estimate(), ratio.get().low(), ratio.get().high(), "")
        : Measured.of(
            Objects.requireNonNull(part.value().value())
                / Objects.requireNonNull(whole.value().value()),
            "");
  }

  /**
   * Two figures of the same repeat were measured close in time, often in the same run, and vary
   * together: there is a ratio for each repeat. Figures of different experiments have only means.
   * Empty if one of them was measured once, or was zero: consumers may receive nothing of a load.
   */
  private static Optional<Ratio> ratio(Line part, Line whole, boolean together) {
    double[] parts = part.known();
    double[] wholes = whole.known();
    if (parts.length < 2
        || wholes.length < 2
        || !DoubleStream.concat(Arrays.stream(parts), Arrays.stream(wholes))
            .allMatch(value -> value > 0)) {
      return Optional.empty();
    }
    int pairs = together && alternate(part.runs(), whole.runs()) ? part.runs().size() : 0;
    double[] ratios =
        IntStream.range(0, pairs)
            .mapToDouble(i -> part.runs().get(i).figure() / whole.runs().get(i).figure())
            .filter(ratio -> !Double.isNaN(ratio))
            .toArray();
    return Optional.of(
        ratios.length > 1
            ? Ratio.ofPairs(Repeats.of(ratios))
            : Ratio.of(Repeats.of(wholes), Repeats.of(parts)));
  }

  /** Whether the runs of each repeat began before all runs of the next one. */
  private static boolean alternate(List<Repeat> parts, List<Repeat> wholes) {
    return parts.size() == wholes.size()
        && IntStream.range(1, parts.size())
            .allMatch(
                i ->
                    parts.get(i - 1).isBefore(wholes.get(i))
                        && wholes.get(i - 1).isBefore(parts.get(i)));
  }

  /** The row of a table of claims: claim, published, measured, measured/published, answer. */
  List<String> row(String claim) {
    String stated = (about ? "about " : "") + Units.percent(published, 0);
    String here = measured == null ? "n/a" : text(measured);
    return List.of(claim, stated, here, ratioText(), answer.text());
  }

  private static String text(Measured measured) {
    String share = Units.percent(Objects.requireNonNull(measured.value()), 0);
    return measured.repeated()
        ? Text.of(
            "%s [%s, %s]",
            share, Units.percent(measured.low(), 0), Units.percent(measured.high(), 0))
        : share;
  }

  private String ratioText() {
    return measured == null || !measured.repeated() || !compared
        ? ""
        : Line.ratioText(measured.over(published));
  }
}
