package io.brokerbench.sections;

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
    double perSecond =
        peak == null ? 1 : reader.read(peak, "plan.peak", Quantities::ratePerSecond, 1.0);
    Long bytes = null;
    Integer slaves = null;
    Integer groups = null;
    double headroom = PlanRequest.HEADROOM;
    double network = PlanRequest.NETWORK;
    int nameServers = PlanRequest.NAME_SERVERS;
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      String key = "plan." + entry.getKey();
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "size" -> bytes = reader.read(value, key, Quantities::bytes, 1L);
        case "slaves" -> slaves = (int) reader.whole(value, key, 0, MOST);
        case "groups" -> groups = (int) reader.whole(value, key, 0, MOST);
        case "headroom" -> headroom = reader.read(value, key, Quantities::share, 0.0);
        case "network" ->
            network = reader.read(value, key, Quantities::bitsPerSecond, PlanRequest.NETWORK);
        case "name-servers" -> nameServers = (int) reader.whole(value, key, 1, 100);
        default ->
            reader.problem(
                value, Text.of("there is no %s%s", key, Settings.nearest(entry.getKey(), KEYS)));
      }
    }
    PlanRequest request =
        new PlanRequest(
            PlanRequest.SCHEMA_VERSION,
            perSecond,
            bytes,
            slaves,
            groups,
            headroom,
            network,
            nameServers);
    try {
      request.demand(1, 0, 0); // Checks the ranges.
    } catch (IllegalArgumentException e) {
      reader.problem(node, "plan." + e.getMessage());
    }
    return request;
  }
}
