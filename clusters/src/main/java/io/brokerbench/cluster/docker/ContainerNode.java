package io.brokerbench.cluster.docker;

import io.brokerbench.cluster.node.FreezeCommands;
import io.brokerbench.cluster.node.NodeOutput;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.cluster.process.ChildProcess;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * A node's process in a separate container.
 *
 * <p>The container's first process is a shell that forwards lines of this process to the node, and
 * starts and ends it. It continues after the end of the node, which keeps store and logs. It ends
 * when the connection to this process ends; that ends all other processes of the container, and the
 * engine removes it.
 */
final class ContainerNode implements RunningNode {

  /** Prefix of the line in which the shell reports a start's number and the exit code. */
  private static final String ENDED = "#brokerbench-ended ";

  /** Lines that the shell does not forward: the node is killed, terminated, or started again. */
  private static final String KILL = "#brokerbench-kill";

  private static final String TERMINATE = "#brokerbench-terminate";
  private static final String START = "#brokerbench-start";

  /**
   * Its arguments are the home and the node's command. Messages go to the file system of limited
   * size, if there is one. It copies the files of the home from a directory into which the engine
   * can unpack them without being the image's user. It keeps the pipe to the node open in both
   * directions, so that a line to an ended node neither blocks nor ends it.
   */
  private static final String SHELL =
      """
      home=$0
      umask 077
      mkdir -p "$home"
      cd "$home"
      if [ -d %7$s ]; then mkdir %7$s/messages; ln -s %7$s/messages %8$s; fi
      mkdir -p %1$s
      cp -r %2$s/. .
      mkfifo orders
      exec 3<&0 4<>orders
      starts=0
      ended() { echo; echo "%3$s$starts $1"; }
      start() {
        starts=$((starts + 1))
        { trap : TERM; code=0; "$@" <orders 3<&- 4<&- || code=$?; ended $code; } &
      }
      start "$@"
      while read -r order <&3; do
        case $order in
          '%4$s') kill -KILL -1; wait; ended 137 ;;
          '%5$s') kill -TERM -1 ;;
          '%6$s') start "$@" ;;
          *) echo "$order" >&4 ;;
        esac
      done
      """;

  private static final int CONSOLE_LINES = 10_000;
  private static final int CONTAINER_IS_GONE = -1;
  private static final int KILL_SECONDS = 5;

  private final DockerEngine engine;
  private final ProcessSpec spec;
  private final String id;
  private final ContainerImpairments impairments;
  private final Deque<String> said = new ArrayDeque<>();
  private final List<String> orders = new ArrayList<>();
  private final Attachment attachment;
  private volatile Running running;
  private volatile boolean gone;
  private boolean over;
  private long pid;
  private ContainerUsage usage = Map::of;

  /**
   * The node since its latest start.
   *
   * @param number of the start, from 1
   * @param endedOnPurpose set when the node is killed or asked to stop
   */
  private record Running(
      int number,
      NodeOutput console,
      CompletableFuture<Integer> ended,
      AtomicBoolean endedOnPurpose) {}

  /** Attaches to a container that is not running yet. */
  ContainerNode(DockerEngine engine, ProcessSpec spec, String id, ContainerImpairments impairments)
      throws InterruptedException {
    this.engine = engine;
    this.spec = spec;
    this.id = id;
    this.impairments = impairments;
    this.running = started(1);
    this.attachment = Attachment.to(engine, id, this::line, this::gone);
  }

  private void gone() {
    gone = true;
    running.ended.complete(CONTAINER_IS_GONE);
  }

  private Running started(int number) {
    NodeOutput console = new NodeOutput(spec.outputParser(), this::keep);
    return new Running(number, console, new CompletableFuture<>(), new AtomicBoolean());
  }

  /** The script of the container's first process. */
  static String shell(ProcessSpec spec) {
    return Text.of(
        SHELL,
        String.join(" ", spec.directories()),
        ContainerHost.UNPACKED,
        ENDED,
        KILL,
        TERMINATE,
        START,
        ContainerImpairments.STORE,
        spec.messages());
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
    if (!line.startsWith(ENDED)) {
      running.console.line(line);
      return;
    }
    String[] numbers = line.substring(ENDED.length()).split(" ", -1);
    if (Integer.parseInt(numbers[0]) == running.number) {
      running.ended.complete(Integer.parseInt(numbers[1]));
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
  public ProcessSpec spec() {
    return spec;
  }

  @Override
  public NodeOutput console() {
    return running.console;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public boolean alive() {
    return !running.ended.isDone();
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
    return running.ended;
  }

  @Override
  public synchronized void say(String line) {
    orders.add(line);
    attachment.say(line);
  }

  @Override
  public String howItEnded() throws InterruptedException {
    return howItEnded(running);
  }

  @Override
  public Optional<String> unplannedEnd() throws InterruptedException {
    Running last = running;
    return !last.ended.isDone() || last.endedOnPurpose.get()
        ? Optional.empty()
        : Optional.of(howItEnded(last));
  }

  private static String howItEnded(Running last) throws InterruptedException {
    try {
      int code = last.ended.get();
      return code == CONTAINER_IS_GONE ? "its container" : RunningNode.describeExit(code);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Optional<String> cause() {
    List<String> log =
        files("logs", engine::answer).entrySet().stream()
            .filter(file -> file.getKey().endsWith("/" + spec.outputParser().logFile()))
            .flatMap(file -> new String(file.getValue(), StandardCharsets.UTF_8).lines())
            .toList();
    return spec.outputParser().cause(said(), log);
  }

  /**
   * The files of a directory below the home, by path; none if the container is gone or the engine
   * does not answer.
   *
   * @param executor of the command that copies them
   */
  private Map<String, byte[]> files(
      String directory, Function<Supplier<Map<String, byte[]>>, Map<String, byte[]>> executor) {
    try {
      return executor.apply(() -> read(directory));
    } catch (DockerEngine.SilentException e) {
      return Map.of();
    }
  }

  private Map<String, byte[]> read(String directory) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    String path = spec.home().resolve(directory).toString();
    try (InputStream in = engine.client().copyArchiveFromContainerCmd(id, path).exec();
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
  public void saveLogs(Path to) {
    Map<String, byte[]> kept = new LinkedHashMap<>(files("logs", engine::answerAtEnd));
    kept.putAll(files("conf", engine::answerAtEnd));
    String console = said().stream().map(line -> line + "\n").collect(Collectors.joining());
    kept.put(ChildProcess.CONSOLE, console.getBytes(StandardCharsets.UTF_8));
    kept.forEach(
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
  public void prepare(Impairment impairment) throws BrokerException {
    impairments.prepare(impairment, pid);
  }

  @Override
  public void impair(Impairment impairment, List<Node> with) throws BrokerException {
    impairments.impair(impairment, pid, impairmentsOf(with));
  }

  @Override
  public void repair(Impairment impairment, List<Node> with) throws BrokerException {
    impairments.repair(impairment, pid, impairmentsOf(with));
  }

  /** Of other nodes of the same pod. */
  private static List<ContainerImpairments> impairmentsOf(List<Node> nodes) {
    return nodes.stream().map(node -> ((ContainerNode) node).impairments).toList();
  }

  @Override
  public void kill() throws BrokerException {
    running.endedOnPurpose.set(true);
    attachment.say(KILL);
    try {
      running.ended.get(KILL_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new BrokerException(Text.of("%s cannot be killed", name()), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException(Text.of("%s was not killed: interrupted", name()), e);
    }
  }

  @Override
  public void stop() {
    running.endedOnPurpose.set(true);
    attachment.say(TERMINATE);
  }

  @Override
  public synchronized void restart() throws BrokerException {
    if (over) {
      return;
    }
    if (gone) {
      throw new BrokerException("its container is gone");
    }
    running = started(running.number + 1);
    attachment.say(START);
    orders.forEach(attachment::say);
  }

  @Override
  public synchronized void end() {
    over = true;
    usage.close();
    engine.kill(id);
  }

  @Override
  public void awaitEnd(long timeoutMillis) {
    engine.awaitRemoval(id, timeoutMillis);
    running.ended.complete(CONTAINER_IS_GONE);
  }
}
