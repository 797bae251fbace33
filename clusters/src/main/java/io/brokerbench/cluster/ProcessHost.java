package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Locale;
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

  /** A host with a directory of its own in a directory that {@link #parent} took. */
  public static ProcessHost in(Path parent) throws BrokerException {
    try {
      return new ProcessHost(PrivateDirectory.in(parent));
    } catch (IOException e) {
      throw new BrokerException(
          String.format(Locale.ROOT, "no directory can be made in %s: %s", parent, e.getMessage()),
          e);
    }
  }

  /** The cluster's directory. */
  public Path directory() {
    return directory.path();
  }

  /**
   * Reads where a person wants the data; blank is the system's temporary directory.
   *
   * @throws IllegalArgumentException whose message continues a sentence that begins with the key
   */
  public static Path parent(String text) {
    String rule =
        String.format(Locale.ROOT, "must be a directory one can write to, got \"%s\"", text);
    try {
      Path directory =
          Path.of(text.isBlank() ? System.getProperty("java.io.tmpdir") : text).toAbsolutePath();
      // Tried: root is said to be able to write where no file system lets anybody.
      Files.delete(Files.createTempDirectory(directory, "brokerbench-"));
      return directory;
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }

  @Override
  public RunningNode start(Launch node) throws BrokerException {
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
      return ChildProcess.start(node);
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
