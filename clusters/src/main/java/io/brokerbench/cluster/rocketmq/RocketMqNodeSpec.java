package io.brokerbench.cluster.rocketmq;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.process.ChildClasses;
import io.brokerbench.cluster.process.LoopbackOnly;
import io.brokerbench.results.Resources.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A process to be started.
 *
 * @param name the role, unique in the cluster
 * @param home the private directory, as seen by the process
 * @param jvmFlags all flags except the class path
 * @param port the port that clients connect to
 * @param properties the properties in the configuration file
 * @param localProxy the properties of a proxy that is in a broker's process
 * @param certificate the certificate that the process presents to clients, if any
 */
record RocketMqNodeSpec(
    String name,
    NodeProgram program,
    Path home,
    List<String> jvmFlags,
    int port,
    SortedMap<String, String> properties,
    Optional<SortedMap<String, String>> localProxy,
    Optional<Certificate> certificate) {

  static final String NAME_SERVER = "namesrv";
  static final String MASTER = "master";
  static final String SLAVE = "slave";
  static final String PROXY = "proxy";

  /** Prefix of the name of a broker whose role may change; the broker's number follows. */
  static final String BROKER = "broker-";

  /** Directories below the home in addition to those of the files. */
  private static final List<String> DIRECTORIES = List.of("logs", "tmp", "user", "store");

  /** The configuration file of a program in the process, relative to the home. */
  private Path file(NodeProgram of) {
    return Path.of("conf", name + of.fileEnding());
  }

  /** Whether a proxy is in the process. */
  boolean hasProxy() {
    return program == NodeProgram.PROXY || localProxy.isPresent();
  }

  /**
   * The process to start.
   *
   * @param command the command from {@link #command}
   * @param environment the environment variables except that of the home
   */
  ProcessSpec process(List<String> command, Map<String, String> environment) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.put("ROCKETMQ_HOME", home.toString());
    return new ProcessSpec(
        name,
        program == NodeProgram.BROKER ? Role.BROKER : Role.HELPER,
        home,
        DIRECTORIES,
        files(),
        command,
        all,
        program == NodeProgram.BROKER,
        new RocketMqOutputParser());
  }

  private Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>(Logback.files(home.resolve("logs")));
    files.put(file(program).toString(), program.fileContent(properties));
    localProxy.ifPresent(
        proxy ->
            files.put(file(NodeProgram.PROXY).toString(), NodeProgram.PROXY.fileContent(proxy)));
    files.putAll(ChildClasses.files(ChildMain.class));
    files.putAll(LoopbackOnly.files());
    certificate.ifPresent(each -> files.putAll(each.files()));
    return files;
  }

  /**
   * The command of the process, run in its home.
   *
   * @param java the executable
   * @param access flags that open the JDK to RocketMQ
   * @param jars the class path of RocketMQ
   */
  List<String> command(String java, List<String> access, String jars) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(access);
    command.addAll(jvmFlags);
    command.add("-cp");
    command.add(home.resolve(ChildClasses.DIRECTORY) + ":" + jars);
    command.add(ChildMain.class.getName());
    if (localProxy.isPresent()) {
      command.addAll(start(NodeProgram.PROXY));
      command.addAll(
          List.of(NodeProgram.BROKER_FILE_OPTION, home.resolve(file(program)).toString()));
    } else {
      command.addAll(start(program));
    }
    return command;
  }

  private List<String> start(NodeProgram main) {
    return List.of(main.mainClass(), main.fileOption(), home.resolve(file(main)).toString());
  }
}
