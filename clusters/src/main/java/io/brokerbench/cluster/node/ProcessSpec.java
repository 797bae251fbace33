package io.brokerbench.cluster.node;

import io.brokerbench.child.ChildMain;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.workload.Secrets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A process to be started on any kind of host.
 *
 * @param name unique in the cluster
 * @param role the role in a run
 * @param home the private directory, as seen by the process
 * @param directories directories below the home in addition to those of the files; messages are in
 *     {@code store} or {@code data}
 * @param files contents by path relative to the home; configuration is in {@code conf}, logs go to
 *     {@code logs}
 * @param command run in the home; the command of a JVM runs {@link ChildMain} if it has secret
 *     properties, which are moved to the environment
 * @param environment environment variables in addition to the language
 * @param limited whether limits of processors, memory and disk apply
 * @param outputParser the format of the output
 */
public record ProcessSpec(
    String name,
    Role role,
    Path home,
    List<String> directories,
    Map<String, byte[]> files,
    List<String> command,
    Map<String, String> environment,
    boolean limited,
    OutputParser outputParser) {

  /** The environment variable for the language of every process. */
  public static final String LANGUAGE = "LC_ALL";

  public static final String LANGUAGE_VALUE = "C.UTF-8";

  /** The text of a configuration file with one line per property. */
  public static String lines(Map<String, String> properties, String separator) {
    return properties.entrySet().stream()
        .map(property -> property.getKey() + separator + property.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** The directory of the messages, by path relative to the home. */
  public String messages() {
    return directories.contains("store") ? "store" : "data";
  }

  /** Moves secrets to the environment, because every user of the machine can see arguments. */
  public ProcessSpec {
    List<String> secret = command.stream().filter(Secrets::isProperty).toList();
    if (!secret.isEmpty()) {
      command =
          command.stream()
              .map(each -> secret.contains(each) ? Secrets.assignment(each) : each)
              .toList();
      environment = new LinkedHashMap<>(environment);
      environment.put(
          ChildMain.PROPERTIES,
          secret.stream().map(each -> each.substring(2)).collect(Collectors.joining("\n")));
    }
  }
}
