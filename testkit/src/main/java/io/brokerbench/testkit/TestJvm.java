package io.brokerbench.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of JVMs started by tests, which end before the C2 compiler pays off. */
public final class TestJvm {

  /** Flags that save processor time. */
  public static final String FLAGS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  /** The setting that gives these flags to the nodes of a cluster. */
  public static final String CLUSTER_FLAGS = "cluster.jvm-flags=" + FLAGS;

  private TestJvm() {}

  /** A main class on the class path of this JVM, with additional flags of the JVM. */
  public static List<String> command(List<String> flags, String mainClass) {
    return command(
        Path.of(System.getProperty("java.home")),
        flags,
        System.getProperty("java.class.path"),
        mainClass);
  }

  /** A main class on a JVM, which may be of another release. */
  public static List<String> command(
      Path javaHome, List<String> flags, String classPath, String mainClass) {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin").resolve("java").toString());
    command.addAll(List.of(FLAGS.split(" ", -1)));
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, mainClass));
    return command;
  }
}
