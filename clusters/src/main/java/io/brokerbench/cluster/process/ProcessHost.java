package io.brokerbench.cluster.process;

import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.file.WriteAccess;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Child processes on this machine, in a private directory that is removed with them. */
public final class ProcessHost implements NodeHost {

  private static final FileAttribute<?> OWNER_ALONE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final PrivateDirectory directory;

  private ProcessHost(PrivateDirectory directory) {
    this.directory = directory;
  }

  /** Creates a host with a private directory in a directory that {@link #parent} returned. */
  public static ProcessHost in(Path parent) throws BrokerException {
    try {
      return new ProcessHost(PrivateDirectory.in(parent));
    } catch (IOException e) {
      throw new BrokerException(
          Text.of(
              "no directory can be made in %s: %s; name another by cluster.data-directory",
              parent, e),
          e);
    }
  }

  public Path directory() {
    return directory.path();
  }

  /**
   * Reads the setting for the data's directory; blank means the system's temporary directory, which
   * {@link #in} refuses if it is not writable: a default is no bad input.
   *
   * @throws IllegalArgumentException if the directory is not writable; the message completes a
   *     sentence that starts with the key
   */
  public static Path parent(String text) {
    String rule = Text.of("must be a directory one can write to, got \"%s\"", text);
    try {
      Path directory =
          Path.of(text.isBlank() ? System.getProperty("java.io.tmpdir") : text).toAbsolutePath();
      if (!text.isBlank() && !WriteAccess.toDirectory(directory)) {
        throw new IllegalArgumentException(rule);
      }
      return directory;
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }

  /**
   * Reports as a problem that the disk of the data's directory has too little room.
   *
   * @param purpose an addition to the needed size in the message
   */
  public static void checkDisk(
      Path dataDirectory, long neededBytes, String purpose, long roomBytes, Settings settings) {
    if (neededBytes > roomBytes && !settings.clusterIsRunning()) {
      settings.problem(
          "cluster.data-directory",
          Text.of(
              "%s needs room for %s%s, but has %s; name a directory on another disk",
              dataDirectory,
              MemoryNeed.size(neededBytes),
              purpose,
              MemoryNeed.size(Math.max(0, roomBytes))));
    }
  }

  @Override
  public RunningNode start(ProcessSpec node) throws BrokerException {
    try {
      for (String each : node.directories()) {
        Files.createDirectories(node.home().resolve(each));
      }
      for (Map.Entry<String, byte[]> file : node.files().entrySet()) {
        Path path = node.home().resolve(file.getKey());
        Files.createDirectories(path.toAbsolutePath().getParent());
        Files.createFile(path, OWNER_ALONE);
        Files.write(path, file.getValue());
      }
      return new ChildProcess(node);
    } catch (IOException e) {
      throw new BrokerException("a process cannot be started: " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Path> disk() {
    return Optional.of(directory());
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("host", "process");
    facts.put("dataDirectory", directory().toString());
    facts.put("dataFileStore", fileStore());
    return facts;
  }

  private String fileStore() {
    try {
      return Files.getFileStore(directory()).type();
    } catch (IOException e) {
      return "unknown";
    }
  }

  @Override
  public Path failureLogs() {
    return Path.of(directory() + "-logs");
  }

  @Override
  public void close() {
    directory.close();
  }
}
