package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.ChildClasses;
import io.brokerbench.cluster.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * A process to be started.
 *
 * @param name its role, unique in the cluster
 * @param home its private directory, as it sees it
 * @param jvmFlags all but the class path
 * @param port where clients connect
 * @param properties for its file
 */
record NodeSpec(
    String name,
    Program program,
    Path home,
    List<String> jvmFlags,
    int port,
    SortedMap<String, String> properties) {

  static final String NAME_SERVER = "namesrv";
  static final String MASTER = "master";
  static final String SLAVE = "slave";
  static final String PROXY = "proxy";

  /** Begins the name of a broker whose role may change; its number follows. */
  static final String BROKER = "broker-";

  /** Directories that it needs below its home, beside those of its files. */
  private static final List<String> DIRECTORIES = List.of("logs", "tmp", "user", "store");

  /** Its properties' file, below its home. */
  Path file() {
    return Path.of("conf", name + program.fileEnding());
  }

  /** What the file has in it. */
  byte[] fileContent() {
    return program.fileContent(properties);
  }

  /**
   * How it is started by a command and in an environment, to which its home is added.
   *
   * @param command as {@link #command} makes it
   */
  Launch launch(List<String> command, Map<String, String> environment) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.put("ROCKETMQ_HOME", home.toString());
    return new Launch(
        name,
        home,
        DIRECTORIES,
        NodeFiles.of(this),
        command,
        all,
        !name.equals(NAME_SERVER),
        new RocketMqDialect());
  }

  /**
   * Its command, run below its home.
   *
   * @param java the executable
   * @param access flags that open the JDK to RocketMQ
   * @param jars RocketMQ's, as a class path
   */
  List<String> command(String java, List<String> access, String jars) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(access);
    command.addAll(jvmFlags);
    command.add("-cp");
    command.add(home.resolve(ChildClasses.DIRECTORY) + ":" + jars);
    command.add(ChildMain.class.getName());
    command.add(program.mainClass());
    command.addAll(List.of(program.fileOption(), home.resolve(file()).toString()));
    return command;
  }
}
