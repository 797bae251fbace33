package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that a node finds below its home. */
final class NodeFiles {

  private NodeFiles() {}

  /** By path relative to the home. */
  static Map<String, byte[]> of(NodeSpec node) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>(Logback.files(node.home().resolve("logs")));
    files.put(node.file().toString(), node.fileContent());
    // Alone, for where it was loaded from may hold all of our own dependencies as well.
    String name = ChildMain.class.getName().replace('.', '/') + ".class";
    try (InputStream in = ChildMain.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("no class file of " + ChildMain.class.getName());
      }
      files.put("classes/" + name, in.readAllBytes());
    }
    return files;
  }
}
