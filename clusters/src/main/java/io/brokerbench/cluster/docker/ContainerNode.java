package io.brokerbench.cluster.docker;

import io.brokerbench.cluster.node.FreezeCommands;
import io.brokerbench.cluster.node.Launch;
import io.brokerbench.cluster.node.NodeOutput;
import io.brokerbench.cluster.node.ProcessExit;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.cluster.process.ChildProcess;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * A node's process in a separate container.
 *
 * <p>The container's first process is a shell that forwards orders of this process to the node. It
 * continues after the end of the node, which keeps store and logs. It ends when the connection to
 * this process ends; that ends all other processes of the container, and the engine removes it.
 */
final class ContainerNode implements RunningNode {

  /** Prefix of the line in which the shell reports the exit code of the node's process. */
  private static final String ENDED = "#brokerbench-ended ";

  /**
   * Its arguments are the home and the node's command. It copies the files of the home from a
   * directory into which the engine can unpack them without being the image's user.
   */
  private static final String SHELL =
      """
      home=$0
      umask 077
      mkdir -p "$home"
      cd "$home"
      mkdir -p %s
      cp -r %s/. .
      mkfifo orders
      exec 3<&0
      { code=0; "$@" <orders 3<&- || code=$?; echo; echo "%s$code"; } &
      exec 4>orders
      while read -r order <&3; do echo "$order" >&4; done
      """;

  private static final int CONSOLE_LINES = 10_000;
  private static final int CONTAINER_IS_GONE = -1;

  private final DockerEngine engine;
  private final Launch launch;
  private final String id;
  private final Deque<String> said = new ArrayDeque<>();
  private final NodeOutput console;
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private final Attachment attachment;
  private long pid;
  private ContainerUsage usage = Map::of;

  /** Attaches to a container that is not running yet. */
  ContainerNode(DockerEngine engine, Launch launch, String id) throws InterruptedException {
    this.engine = engine;
    this.launch = launch;
    this.id = id;
    this.console = new NodeOutput(launch.dialect(), this::keep);
    this.attachment =
        Attachment.to(engine.client(), id, this::line, () -> ended.complete(CONTAINER_IS_GONE));
  }

  /** The script of the container's first process. */
  static String shell(Launch launch) {
    return String.format(
        Locale.ROOT, SHELL, String.join(" ", launch.directories()), NodeArchive.PLACE, ENDED);
  }

  /** Reads the process ID and the source of usage figures of the container, which runs now. */
  void started() {
    pid =
        engine
            .inspect(id)
            .map(container -> container.getState().getPidLong())
            .filter(number -> engine.sharesOurNetwork())
            .orElse(0L);
    usage = ContainerUsage.of(engine, id, pid);
  }

  private void line(String line) {
    if (line.startsWith(ENDED)) {
      ended.complete(Integer.parseInt(line.substring(ENDED.length())));
    } else {
      console.line(line);
    }
  }

  private void keep(String line) {
    synchronized (said) {
      if (said.size() == CONSOLE_LINES) {
        said.removeFirst();
      }
      said.addLast(line);
    }
  }

  private List<String> said() {
    synchronized (said) {
      return List.copyOf(said);
    }
  }

  @Override
  public Launch launch() {
    return launch;
  }

  @Override
  public NodeOutput console() {
    return console;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean alive() {
    return !ended.isDone();
  }

  @Override
  public boolean reportsUsage() {
    return true;
  }

  @Override
  public Map<ProcessFigure, Long> usage() {
    return usage.read();
  }

  @Override
  public CompletableFuture<?> ended() {
    return ended;
  }

  @Override
  public void say(String line) {
    attachment.say(line);
  }

  @Override
  public String howItEnded() throws InterruptedException {
    try {
      int code = ended.get();
      return code == CONTAINER_IS_GONE ? "its container" : ProcessExit.describe(code);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<String> cause() {
    List<String> log =
        files("logs").entrySet().stream()
            .filter(file -> file.getKey().endsWith("/" + launch.dialect().logFile()))
            .flatMap(file -> new String(file.getValue(), StandardCharsets.UTF_8).lines())
            .toList();
    return launch.dialect().cause(said(), log);
  }

  @Override
  public void saveLogs(Path to) {
    Map<String, byte[]> files = new LinkedHashMap<>(files("logs"));
    files.putAll(files("conf"));
    files.put(
        ChildProcess.CONSOLE,
        said().stream()
            .map(line -> line + "\n")
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8));
    files.forEach(
        (path, content) -> {
          try {
            Files.createDirectories(to);
            // ISO 8859-1 preserves every byte, whatever the encoding is.
            Files.writeString(
                to.resolve(String.valueOf(Path.of(path).getFileName())),
                Secrets.lines(new String(content, StandardCharsets.ISO_8859_1)),
                StandardCharsets.ISO_8859_1);
          } catch (IOException e) {
            // The writable files are kept.
          }
        });
  }

  /** The files of a directory below the home; none if the container is gone. */
  private Map<String, byte[]> files(String directory) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (InputStream in =
            engine
                .client()
                .copyArchiveFromContainerCmd(id, launch.home().resolve(directory).toString())
                .exec();
        TarArchiveInputStream archive = new TarArchiveInputStream(in)) {
      for (TarArchiveEntry entry = archive.getNextEntry();
          entry != null;
          entry = archive.getNextEntry()) {
        if (entry.isFile()) {
          files.put(entry.getName(), archive.readAllBytes());
        }
      }
    } catch (IOException | RuntimeException e) {
      // The readable files are kept.
    }
    return files;
  }

  @Override
  public Map<String, Object> identity() {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("container", id);
    identity.put("pid", pid);
    return identity;
  }

  @Override
  public void pause() throws BrokerException {
    engine.run(id, FreezeCommands.OF_CONTAINER);
  }

  @Override
  public void resume() throws BrokerException {
    engine.run(id, "kill -CONT -1");
  }

  @Override
  public void kill() {
    usage.close();
    engine.kill(id);
  }

  @Override
  public void awaitEnd(long timeoutMillis) {
    engine.awaitRemoval(id, timeoutMillis);
    ended.complete(CONTAINER_IS_GONE);
  }
}
