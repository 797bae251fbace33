package io.brokerbench.sections;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.find.Bounds;
import io.brokerbench.find.FindPlan;
import io.brokerbench.find.Preset;
import io.brokerbench.find.SearchPlan;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** The section {@code find} of a workload file. */
final class FindSection {

  private static final List<String> KEYS =
      List.of("start", "lowest", "highest", "width", "probes", "curve", "preset", "limits");

  /** Limits that are not those of figures of a run. */
  private static final List<String> OF_TRIALS = List.of("achieved", "lag-growth", "backlog-growth");

  private static final int MOST_TRIALS = 100;

  private final YamlNodeReader reader;
  private double start = SearchPlan.START;
  private double lowest;
  private double highest = Double.POSITIVE_INFINITY;
  private double width = SearchPlan.WIDTH;
  private int trials = SearchPlan.TRIALS;
  private boolean curve = true;
  private Bounds bounds = Bounds.USUAL;

  FindSection(YamlNodeReader reader) {
    this.reader = reader;
  }

  FindPlan read(@Nullable Node node) {
    Map<String, Node> entries = reader.entries(node);
    // Limits stated explicitly take precedence over those of a preset.
    Node preset = entries.remove("preset");
    if (preset != null) {
      Preset named =
          reader.read(
              preset, "find.preset", text -> Settings.constant(Preset.class, text), Preset.SAFE);
      bounds = bounds.with(named);
    }
    entries.forEach(this::setting);
    try {
      return new FindPlan(new SearchPlan(start, lowest, highest, width, trials), bounds, curve);
    } catch (IllegalArgumentException e) {
      if (node != null) {
        reader.problem(node, "find." + e.getMessage());
      }
      return FindPlan.USUAL;
    }
  }

  private void setting(String name, Node node) {
    String key = "find." + name;
    switch (name) {
      case "start" -> start = reader.read(node, key, Quantities::ratePerSecond, start);
      case "lowest" -> lowest = reader.read(node, key, Quantities::ratePerSecond, lowest);
      case "highest" -> highest = reader.read(node, key, Quantities::ratePerSecond, highest);
      case "width" -> width = reader.read(node, key, YamlNodeReader::percent, width);
      case "probes" -> trials = (int) reader.whole(node, key, 1, MOST_TRIALS);
      case "curve" -> curve = reader.read(node, key, FindSection::yesOrNo, curve);
      case "limits" -> reader.entries(node).forEach(this::limit);
      default ->
          reader.problem(node, Text.of("there is no %s%s", key, Settings.nearest(name, KEYS)));
    }
  }

  private void limit(String name, Node node) {
    String key = "find.limits." + name;
    switch (name) {
      case "achieved" ->
          bounds = bounds.withAchieved(reader.read(node, key, YamlNodeReader::percent, 1.0));
      case "lag-growth" ->
          bounds = bounds.withLagGrowth(reader.read(node, key, YamlNodeReader::percent, 1.0));
      case "backlog-growth" ->
          bounds = bounds.withBacklogGrowth(reader.read(node, key, YamlNodeReader::percent, 1.0));
      default ->
          RunFigure.of(Use.FIND, name)
              .ifPresentOrElse(
                  figure -> limit(figure, key, node), () -> reader.problem(node, unknown(name)));
    }
  }

  private void limit(RunFigure figure, String key, Node node) {
    Bounds before = bounds;
    bounds = reader.read(node, key, text -> before.with(figure, figure.unit().parse(text)), before);
  }

  private static String unknown(String name) {
    List<String> names = new ArrayList<>(OF_TRIALS);
    RunFigure.all(Use.FIND).forEach(figure -> names.add(figure.name(Use.FIND)));
    return Text.of("there is no find.limits.%s%s", name, Settings.nearest(name, names));
  }

  private static boolean yesOrNo(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(Text.of("must be true or false, got \"%s\"", text));
    }
    return text.equals("true");
  }
}
