package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.ChildClasses;
import io.brokerbench.cluster.LoopbackOnly;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that a node finds below its home. */
final class NodeFiles {

  private NodeFiles() {}

  /** By path relative to the home. */
  static Map<String, byte[]> of(NodeSpec node) {
    Map<String, byte[]> files = new LinkedHashMap<>(Logback.files(node.home().resolve("logs")));
    files.put(node.file().toString(), node.fileContent());
    files.putAll(ChildClasses.files(ChildMain.class));
    files.putAll(LoopbackOnly.files());
    return files;
  }
}
