package io.brokerbench.sections;

import io.brokerbench.plan.LineRate;
import io.brokerbench.plan.PlanRequest;
import io.brokerbench.units.Quantities;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.Node;

/** The section {@code plan} of a workload file. */
final class PlanSection {

  private static final List<String> KEYS =
      List.of("peak", "size", "slaves", "groups", "headroom", "network", "name-servers");

  private static final int MOST = 1_000;

  private PlanSection() {}

  static PlanRequest read(YamlNodeReader reader, Node node) {
    Map<String, Node> entries = reader.entries(node);
    Node peak = entries.remove("peak");
    if (peak == null) {
      reader.problem(node, "plan.peak is missing: the load to plan for, such as 100000/s");
    }
    PlanRequest request =
        PlanRequest.of(
            peak == null ? 1 : reader.read(peak, "plan.peak", Quantities::ratePerSecond, 1.0));
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      request = with(reader, request, entry.getKey(), entry.getValue());
    }
    try {
      request.demand(1, 0, 0); // Checks the ranges.
    } catch (IllegalArgumentException e) {
      reader.problem(node, "plan." + e.getMessage());
    }
    return request;
  }

  private static PlanRequest with(
      YamlNodeReader reader, PlanRequest request, String name, Node node) {
    String key = "plan." + name;
    return switch (name) {
      case "size" -> request.withMessageBytes(reader.read(node, key, Quantities::bytes, 1L));
      case "slaves" -> request.withSlaves((int) reader.whole(node, key, 0, MOST));
      case "groups" -> request.withGroups((int) reader.whole(node, key, 0, MOST));
      case "headroom" -> request.withHeadroom(reader.read(node, key, Quantities::share, 0.0));
      case "network" ->
          request.withNetwork(reader.read(node, key, LineRate::bitsPerSecond, PlanRequest.NETWORK));
      case "name-servers" -> request.withNameServers((int) reader.whole(node, key, 1, 100));
      default -> {
        reader.problem(node, Text.of("there is no %s%s", key, Settings.nearest(name, KEYS)));
        yield request;
      }
    };
  }
}
