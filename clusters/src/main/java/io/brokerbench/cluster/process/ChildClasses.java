package io.brokerbench.cluster.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Classes of module child for the class path of a JVM started by brokerbench. They are copied
 * individually, because their own location may hold all dependencies of brokerbench as well.
 */
public final class ChildClasses {

  /** The directory of the classes below a node's home; part of the node's class path. */
  public static final String DIRECTORY = "classes";

  private ChildClasses() {}

  /** The class files, by path relative to the node's home. */
  public static Map<String, byte[]> files(Class<?>... classes) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Class<?> each : classes) {
      String name = each.getName().replace('.', '/') + ".class";
      try (InputStream in = each.getResourceAsStream("/" + name)) {
        if (in == null) {
          throw new IllegalStateException("no class file of " + each.getName());
        }
        files.put(DIRECTORY + "/" + name, in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }
}
