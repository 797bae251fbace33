package io.brokerbench.cluster;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Somebody else's: addresses, and nothing that we could check or end.
 *
 * @param addresses what clients connect to
 * @param told what else was told of it, as facts
 */
record ExternalCluster(Addresses addresses, Map<String, Object> told) implements Cluster {

  @Override
  public String address() {
    return addresses.toString();
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("host", "external");
    facts.put("addresses", address());
    facts.putAll(told);
    return Collections.unmodifiableMap(facts);
  }

  @Override
  public void check() {}

  @Override
  public void saveLogs(Path directory) {}

  @Override
  public void close() {}
}
