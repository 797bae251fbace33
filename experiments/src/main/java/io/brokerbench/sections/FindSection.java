package io.brokerbench.sections;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.find.Bounds;
import io.brokerbench.find.FindPlan;
import io.brokerbench.find.Preset;
import io.brokerbench.find.SearchPlan;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Settings;

/** The section {@code find} of a workload file. */
final class FindSection {

  private static final int MOST_TRIALS = 100;

  private FindSection() {}

  static FindPlan read(Section find) {
    double start = find.read("start", FindSection::rate).orElse(SearchPlan.START);
    double lowest = find.read("lowest", FindSection::rate).orElse(0.0);
    double highest = find.read("highest", FindSection::rate).orElse(Double.POSITIVE_INFINITY);
    double width = find.read("width", Section::percent).orElse(SearchPlan.WIDTH);
    int trials = find.whole("probes", 1, MOST_TRIALS).orElse(SearchPlan.TRIALS);
    boolean curve = find.read("curve", Settings::trueOrFalse).orElse(true);
    Bounds bounds = bounds(find);
    find.refuseUnread();
    try {
      return new FindPlan(new SearchPlan(start, lowest, highest, width, trials), bounds, curve);
    } catch (IllegalArgumentException e) {
      find.problem("find." + e.getMessage());
      return FindPlan.USUAL;
    }
  }

  /** A rate that a probe may have. */
  private static double rate(String text) {
    double perSecond = Quantities.ratePerSecond(text);
    if (perSecond > Load.MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          Text.of("must be at most 10M/s, the maximum of load.rate, got \"%s\"", text));
    }
    return perSecond;
  }

  /** The limits, which take precedence over those of the preset. */
  private static Bounds bounds(Section find) {
    Bounds bounds =
        find.read("preset", text -> Settings.constant(Preset.class, text))
            .map(Bounds.USUAL::with)
            .orElse(Bounds.USUAL);
    Section limits = find.section("limits");
    bounds = limits.read("achieved", Section::percent).map(bounds::withAchieved).orElse(bounds);
    bounds = limits.read("lag-growth", Section::percent).map(bounds::withLagGrowth).orElse(bounds);
    bounds =
        limits
            .read("backlog-growth", Section::percent)
            .map(bounds::withBacklogGrowth)
            .orElse(bounds);
    for (RunFigure figure : RunFigure.all(Use.FIND)) {
      Bounds before = bounds;
      bounds =
          limits
              .read(figure.name(Use.FIND), text -> before.with(figure, figure.unit().parse(text)))
              .orElse(before);
    }
    limits.refuseUnread();
    return bounds;
  }
}
