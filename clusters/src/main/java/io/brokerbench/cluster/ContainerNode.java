package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
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
 * A node's process in a container of its own.
 *
 * <p>The container's first process is a shell that hands our orders on to the node's. It stays when
 * that ends, and so do store and logs; it ends when our connection does, which ends all else in the
 * container, and the engine then removes it.
 */
final class ContainerNode implements RunningNode {

  /** Begins the line in which the shell tells the exit code of the node's process. */
  private static final String ENDED = "#brokerbench-ended ";

  private static final int CONSOLE_LINES = 10_000;
  private static final int CONTAINER_IS_GONE = -1;

  private final DockerEngine engine;
  private final Launch launch;
  private final String id;
  private final Deque<String> said = new ArrayDeque<>();
  private final Console console;
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private final Attachment attachment;
  private long pid;
  private ContainerUsage usage = Optional::empty;

  /** Attaches to a container that does not run yet. */
  ContainerNode(DockerEngine engine, Launch launch, String id) throws InterruptedException {
    this.engine = engine;
    this.launch = launch;
    this.id = id;
    this.console = new Console(launch.dialect(), this::keep);
    this.attachment =
        Attachment.to(engine.client(), id, this::line, () -> ended.complete(CONTAINER_IS_GONE));
  }

  /**
   * The script of the first process. Its arguments are the home and the node's command. The files
   * of the home wait where an engine can put them without being the image's user.
   */
  static String shell(Launch launch) {
    return String.format(
        Locale.ROOT,
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
      """,
        String.join(" ", launch.directories()),
        NodeArchive.PLACE,
        ENDED);
  }

  /** Takes note that the container runs now. */
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
  public String name() {
    return launch.name();
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
  public Optional<JvmUsage> jvm() {
    return console.usage();
  }

  @Override
  public boolean tellsUsage() {
    return true;
  }

  @Override
  public Optional<Usage> usage() {
    return usage.read();
  }

  @Override
  public String runtime() {
    return console.runtime();
  }

  @Override
  public CompletableFuture<?> booted() {
    return console.booted();
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
      return code == CONTAINER_IS_GONE ? "its container" : ExitCode.describe(code);
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
            // Each byte is a character, whatever the encoding is.
            Files.writeString(
                to.resolve(String.valueOf(Path.of(path).getFileName())),
                Secrets.lines(new String(content, StandardCharsets.ISO_8859_1)),
                StandardCharsets.ISO_8859_1);
          } catch (IOException e) {
            // what can be written is kept
          }
        });
  }

  /** What a directory below its home holds; nothing if the container is gone. */
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
      // what can be read is kept
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
    engine.run(id, Standstill.OF_CONTAINER);
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
