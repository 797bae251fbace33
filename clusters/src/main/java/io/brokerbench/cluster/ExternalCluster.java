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
 * @param addresses of its name servers
 * @param proxies none if nobody named them
 */
record ExternalCluster(Addresses addresses, Addresses proxies) implements Cluster {

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
    if (!proxies.list().isEmpty()) {
      facts.put(ClusterFacts.PROXIES, proxies.toString());
    }
    return Collections.unmodifiableMap(facts);
  }

  @Override
  public void check() {}

  @Override
  public void saveLogs(Path directory) {}

  @Override
  public void close() {}
}
