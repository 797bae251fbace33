package io.brokerbench.cluster;

import io.brokerbench.child.ChildMain;
import io.brokerbench.workload.Secrets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A process to be started, wherever that is.
 *
 * @param name its role, unique in the cluster
 * @param home its private directory, as it sees it
 * @param directories that it needs below its home, beside those of its files
 * @param files by path relative to its home; configuration is in {@code conf}, logs go to {@code
 *     logs}
 * @param command run in its home; that of a JVM runs {@link ChildMain} if it has secret properties,
 *     which are moved to the environment
 * @param environment what it finds set, besides its language
 * @param limited whether limits of processors, memory and disk hold for it
 * @param dialect in which it speaks
 */
public record Launch(
    String name,
    Path home,
    List<String> directories,
    Map<String, byte[]> files,
    List<String> command,
    Map<String, String> environment,
    boolean limited,
    Dialect dialect) {

  /** The language that every process speaks. */
  static final String LANGUAGE = "LC_ALL";

  static final String LANGUAGE_VALUE = "C.UTF-8";

  /** Arguments are there for every user of the machine to see; secrets are in the environment. */
  public Launch {
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
