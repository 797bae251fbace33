package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Child processes on this machine, in a private directory.
 *
 * @param directory the cluster's, removed with it
 * @param classPath of name server and brokers
 * @param proxyClassPath of the proxy: brokers have the same jars with and without it
 */
record ProcessHost(
    Site site,
    Path directory,
    List<Path> classPath,
    List<Path> proxyClassPath,
    Release release,
    JavaRuntime java)
    implements NodeHost {

  @Override
  public RunningNode start(NodeSpec node) throws BrokerException {
    try {
      for (String each : NodeSpec.DIRECTORIES) {
        Files.createDirectories(node.home().resolve(each));
      }
      for (Map.Entry<String, byte[]> file : NodeFiles.of(node).entrySet()) {
        Path path = node.home().resolve(file.getKey());
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.write(path, file.getValue());
      }
      return ChildProcess.start(
          node.name(),
          node.command(
              java.executable().toString(),
              JvmFlags.access(release, java.feature()),
              jars(node),
              directory),
          node.home());
    } catch (IOException e) {
      throw new BrokerException("a process cannot be started: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Path> disk() {
    return Optional.of(directory);
  }

  private String jars(NodeSpec node) {
    return (node.program() == Program.PROXY ? proxyClassPath : classPath)
        .stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("host", "process");
    facts.put("javaHome", java.home());
    facts.put("dataDirectory", directory.toString());
    facts.put("dataFileStore", fileStore());
    return facts;
  }

  private String fileStore() {
    try {
      return Files.getFileStore(directory).type();
    } catch (IOException e) {
      return "unknown";
    }
  }

  @Override
  public Path failureLogs() {
    return Path.of(directory + "-logs");
  }

  @Override
  public void close() {
    Directories.delete(directory);
  }
}
