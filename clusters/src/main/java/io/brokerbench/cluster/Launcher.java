package io.brokerbench.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Starts processes in a private directory, each with a home of its own in it.
 *
 * @param directory the cluster's private one
 * @param classPath RocketMQ's
 * @param java the executable
 */
record Launcher(Path directory, List<Path> classPath, Path java) {

  ChildProcess start(NodeSpec node) throws IOException {
    Path home = directory.resolve(node.name());
    for (String each : List.of("conf", "logs", "tmp", "user", "store")) {
      Files.createDirectories(home.resolve(each));
    }
    Logback.write(home, home.resolve("logs"));
    Path file = home.resolve("conf").resolve(node.name() + ".conf");
    Files.write(
        file,
        node.properties().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .toList());
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(node.jvmFlags());
    command.add("-cp");
    command.add(copyChildMain(home) + File.pathSeparator + jars());
    command.add(ChildMain.class.getName());
    command.addAll(List.of(directory.toString(), node.mainClass(), "-c", file.toString()));
    return ChildProcess.start(node.name(), command, home);
  }

  private String jars() {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Copied, for where it was loaded from may hold all of our own dependencies as well. */
  private static Path copyChildMain(Path home) throws IOException {
    Path classes = home.resolve("classes");
    String name = ChildMain.class.getName().replace('.', '/') + ".class";
    Path file = classes.resolve(name);
    Files.createDirectories(file.getParent());
    try (InputStream in = ChildMain.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("no class file of " + ChildMain.class.getName());
      }
      Files.copy(in, file);
    }
    return classes;
  }
}
