package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of a cluster of ours without asking it. */
final class ClusterFacts {

  private ClusterFacts() {}

  static Map<String, Object> of(
      ProcessSettings settings,
      PortLayout ports,
      Path directory,
      List<NodeSpec> specs,
      List<ChildProcess> processes) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("host", "process");
    facts.put("release", settings.release().name());
    facts.put("topology", settings.topology().notation());
    facts.put("flush", Settings.notation(settings.flush()));
    facts.put("replication", Settings.notation(settings.replication()));
    facts.put("javaVersion", settings.java().version());
    facts.put("javaHome", settings.java().home());
    facts.put("dataDirectory", directory.toString());
    facts.put("dataFileStore", fileStore(directory));
    facts.put("firstPort", ports.first());
    facts.put("lastPort", ports.last());
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < specs.size(); i++) {
      nodes.put(specs.get(i).name(), node(specs.get(i), processes.get(i)));
    }
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return Collections.unmodifiableMap(facts);
  }

  private static Map<String, Object> node(NodeSpec spec, ChildProcess process) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("pid", process.pid());
    node.put("port", spec.port());
    node.put("jvmFlags", spec.jvmFlags());
    node.put("properties", Collections.unmodifiableMap(spec.properties()));
    return Collections.unmodifiableMap(node);
  }

  private static String fileStore(Path directory) {
    try {
      return Files.getFileStore(directory).type();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
