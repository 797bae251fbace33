package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import io.brokerbench.clock.Clock;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Docker engine, located as by the command {@code docker}: {@code DOCKER_HOST}, the user's
 * current context, the usual socket. Thread-safe.
 *
 * <p>The containers end with this process, however it ends; {@link ContainerNode} describes how. A
 * container that was created but not started is removed by a {@link ContainerGuard}. If the guard
 * does not support the engine's address, the next run removes the container.
 */
public final class DockerEngine {

  /** The network that every engine provides. */
  public static final String BRIDGE = "bridge";

  /** Label of every container; the value is the ID of the process that it ends with. */
  static final String PROCESS_LABEL = "io.brokerbench.pid";

  private static final long PULL_MINUTES = 15;
  private static final long EXEC_SECONDS = 20;
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** How long the answer to a command may take: a busy machine creates containers slowly. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Commands that a container is created, filled, attached to and started with, and one more. */
  private static final int COMMANDS_UNTIL_STARTED = 5;

  private static final long POLL_NANOS = 20_000_000;
  private static final Pattern MESSAGE = Pattern.compile("\"message\"\\s*:\\s*\"(.*)\"");

  private final DockerClient client;
  private final Info info;
  private final URI address;
  private final Duration patience;

  /** Set by a command at the end of a cluster that had no answer, until another command has one. */
  private volatile @Nullable SilentException silence;

  DockerEngine(DockerClient client, Info info, URI address, Duration patience) {
    this.client = client;
    this.info = info;
    this.address = address;
    this.patience = patience;
  }

  /**
   * Connects to an engine on this machine.
   *
   * @throws BrokerException if no engine answers, or it is on another machine; with the reason
   */
  public static DockerEngine connect() throws BrokerException {
    String place = DockerSocket.place();
    try {
      DockerClientConfig given = DefaultDockerClientConfig.createDefaultConfigBuilder().build();
      place = given.getDockerHost().toString();
      Optional<String> refusal = DockerSocket.refusal(place, given.getSSLConfig() != null);
      if (refusal.isPresent()) {
        throw new BrokerException(refusal.get());
      }
      DockerClientConfig config =
          DefaultDockerClientConfig.createDefaultConfigBuilder()
              .withDockerHost(DockerSocket.forClient(place))
              .build();
      DockerClient client = client(config);
      Info info = answer(() -> client.infoCmd().exec(), ANSWER);
      DockerEngine engine = new DockerEngine(client, info, config.getDockerHost(), PATIENCE);
      if (engine.isNear()) {
        return engine;
      }
      throw new BrokerException(DockerSocket.isElsewhere(place));
    } catch (RuntimeException | IOException e) {
      throw new BrokerException(DockerSocket.whyNoAnswer(place), e);
    }
  }

  /** A client without a limit of time: its own one has no effect on Unix sockets. */
  static DockerClient client(DockerClientConfig config) {
    return DockerClientImpl.getInstance(
        config,
        new ZerodepDockerHttpClient.Builder()
            .dockerHost(config.getDockerHost())
            .connectionTimeout(ANSWER)
            .build());
  }

  /**
   * Executes a command in another thread, because an interrupt must not cut it short: that would
   * close the connection, and the ID of a container that the engine is creating would be lost. An
   * interrupt of the caller is restored afterwards.
   *
   * @throws SilentException if the engine does not answer in time; the command goes on
   */
  <T> T answer(Supplier<T> command) {
    T answer = answer(command, patience);
    silence = null;
    return answer;
  }

  /**
   * Executes a command at the end of a cluster. After one without an answer, the others fail at
   * once: each would take as long.
   *
   * @throws SilentException if the engine does not answer in time
   */
  <T> T answerAtEnd(Supplier<T> command) {
    SilentException earlier = silence;
    if (earlier != null) {
      throw earlier;
    }
    try {
      return answer(command);
    } catch (SilentException e) {
      silence = e;
      throw e;
    }
  }

  /**
   * How to remove containers that may be left, because the engine did not answer at the end of
   * their cluster; empty if it did.
   */
  Optional<String> left(List<String> containers) {
    SilentException reason = silence;
    return reason == null || containers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s; then remove what may be left of the cluster: docker rm --force --volumes %s",
                reason.getMessage(), String.join(" ", containers)));
  }

  private static <T> T answer(Supplier<T> command, Duration patience) {
    try {
      return CompletableFuture.supplyAsync(
              command, task -> DaemonThreads.start("brokerbench-docker", task))
          .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException late) {
        throw new SilentException(patience, late);
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** The engine did not answer in time. */
  static final class SilentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SilentException(Duration patience, TimeoutException cause) {
      super(
          Text.of(
              "Docker did not answer within %d s; if docker ps does not answer either, restart Docker",
              patience.toSeconds()),
          cause);
    }
  }

  /** How long the answer to a command may take. */
  Duration patience() {
    return patience;
  }

  URI address() {
    return address;
  }

  DockerClient client() {
    return client;
  }

  /** The directory of images and containers on the engine's machine; empty if unknown. */
  String rootDirectory() {
    return info.getDockerRootDir() == null ? "" : info.getDockerRootDir();
  }

  String version() {
    return info.getServerVersion() == null ? "unknown" : info.getServerVersion();
  }

  /** The memory available to containers. */
  public long availableBytes() {
    return MemoryNeed.availableToContainersBytes(
        info.getMemTotal() == null ? Long.MAX_VALUE : info.getMemTotal(), isHere());
  }

  /** Whether its ports are published on this machine's loopback address. */
  private boolean isNear() {
    return DockerSocket.isNear(address.toString());
  }

  /**
   * Whether it runs on this machine: same kernel, and same host name, which differs inside a
   * container or a virtual machine.
   */
  private boolean isHere() {
    return isNear()
        && System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.version").equals(info.getKernelVersion())
        && Objects.equals(hostName(), info.getName());
  }

  /**
   * Whether containers can share this process's network: not those of a rootless engine, which has
   * a separate one.
   */
  boolean sharesOurNetwork() {
    return isHere() && !isRootless();
  }

  /** Whether it runs without root's rights. */
  boolean isRootless() {
    return Stream.ofNullable(info.getSecurityOptions())
        .flatMap(List::stream)
        .anyMatch(option -> option.contains("rootless"));
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns an image; pulls it if it is missing. */
  public ContainerImage image(String name, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    Optional<ContainerImage> there = find(name);
    if (there.isPresent()) {
      return there.get();
    }
    progress.accept("pulling " + name);
    pull(name);
    return find(name)
        .orElseThrow(
            () -> new BrokerException(Text.of("image %s was pulled but is not there", name)));
  }

  /** Returns an image; empty if it is missing. */
  public Optional<ContainerImage> find(String name) throws BrokerException {
    try {
      InspectImageResponse image = answer(() -> client.inspectImageCmd(name).exec());
      return Optional.of(
          new ContainerImage(
              name,
              String.valueOf(image.getId()),
              Stream.ofNullable(image.getConfig().getEnv())
                  .flatMap(Arrays::stream)
                  .map(variable -> variable.split("=", 2))
                  .filter(pair -> pair.length == 2)
                  .collect(
                      Collectors.toMap(pair -> pair[0], pair -> pair[1], (one, other) -> other))));
    } catch (NotFoundException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      throw new BrokerException(Text.of("image %s is not available: %s", name, say(e)), e);
    }
  }

  private void pull(String image) throws BrokerException, InterruptedException {
    StringBuilder problem = new StringBuilder();
    try {
      boolean done =
          client
              .pullImageCmd(hasTag(image) ? image : image + ":latest")
              .exec(
                  new ResultCallback.Adapter<PullResponseItem>() {
                    @Override
                    public void onNext(PullResponseItem item) {
                      if (item.getErrorDetail() != null) {
                        problem.append(item.getErrorDetail().getMessage());
                      }
                    }
                  })
              .awaitCompletion(PULL_MINUTES, TimeUnit.MINUTES);
      if (!done) {
        problem.append(Text.of("not within %d minutes", PULL_MINUTES));
      }
    } catch (RuntimeException e) {
      problem.append(say(e));
    }
    if (problem.length() > 0) {
      throw new BrokerException(
          Text.of(
              "image %s is not here and cannot be pulled: %s; name another one, or make one with scripts/docker/prepare",
              image, problem));
    }
  }

  /** Without a tag, every image of the name would be pulled. */
  private static boolean hasTag(String image) {
    String name = image.substring(image.lastIndexOf('/') + 1);
    return name.contains(":") || name.contains("@");
  }

  /**
   * Runs a shell command in a container.
   *
   * @throws BrokerException unless the exit code is 0
   */
  void run(String container, String command) throws BrokerException {
    try {
      String id =
          answer(
                  () ->
                      client
                          .execCreateCmd(container)
                          .withCmd("/bin/sh", "-c", command)
                          .withAttachStdout(true)
                          .withAttachStderr(true)
                          .exec())
              .getId();
      boolean done =
          client
              .execStartCmd(id)
              .exec(new ResultCallback.Adapter<Frame>())
              .awaitCompletion(EXEC_SECONDS, TimeUnit.SECONDS);
      Long code = done ? answer(() -> client.inspectExecCmd(id).exec()).getExitCodeLong() : null;
      if (code == null || code != 0) {
        throw new BrokerException(
            Text.of(
                "\"%s\" in a container: %s",
                command, done ? "exit code " + code : "it does not end"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      throw new BrokerException(Text.of("\"%s\" in a container: %s", command, say(e)), e);
    }
  }

  /** The address of a container on the bridge network. */
  public String address(String container) throws BrokerException {
    return running(container)
        .map(found -> found.getNetworkSettings().getNetworks())
        .map(networks -> networks.get(BRIDGE))
        .map(bridge -> bridge.getIpAddress())
        .filter(address -> !address.isEmpty())
        .orElseThrow(() -> new BrokerException("a container has no address on Docker's bridge"));
  }

  /** The port of this machine at which a port of a container is published. */
  public int published(String container, int port) throws BrokerException {
    return running(container)
        .map(found -> found.getNetworkSettings().getPorts().getBindings())
        .map(bindings -> bindings.get(ExposedPort.tcp(port)))
        .filter(bindings -> bindings.length > 0)
        .map(bindings -> Integer.parseInt(bindings[0].getHostPortSpec()))
        .orElseThrow(
            () -> new BrokerException(Text.of("a container's port %d is not published", port)));
  }

  private Optional<InspectContainerResponse> running(String container) throws BrokerException {
    try {
      return inspect(container);
    } catch (RuntimeException e) {
      throw new BrokerException("a container cannot be inspected: " + say(e), e);
    }
  }

  /** The details of a container; empty if there is no such container. */
  Optional<InspectContainerResponse> inspect(String container) {
    try {
      return Optional.of(answer(() -> client.inspectContainerCmd(container).exec()));
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  /** Sends SIGKILL to all processes of a container; ignores a container that is gone already. */
  void kill(String container) {
    try {
      answerAtEnd(() -> client.killContainerCmd(container).exec());
    } catch (NotFoundException | ConflictException e) {
      // The container ended by itself.
    } catch (SilentException e) {
      // The container ends with its connection to this process.
    } catch (RuntimeException e) {
      remove(container);
    }
  }

  /** Waits until a killed container has been removed; removes it after the timeout. */
  void awaitRemoval(String container, long timeoutMillis) {
    Clock clock = Clock.system();
    long deadlineNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    try {
      while (isThereAtEnd(container)) {
        if (clock.nanoTime() > deadlineNanos) {
          remove(container);
          return;
        }
        clock.park(POLL_NANOS);
      }
    } catch (RuntimeException e) {
      // The engine is gone.
    }
  }

  private boolean isThereAtEnd(String container) {
    try {
      var unused = answerAtEnd(() -> client.inspectContainerCmd(container).exec());
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** Removes a container in any state; ignores a container that is gone already. */
  public void remove(String container) {
    try {
      answerAtEnd(
          () ->
              client.removeContainerCmd(container).withForce(true).withRemoveVolumes(true).exec());
    } catch (RuntimeException e) {
      // The container is being removed, or the engine is gone.
    }
  }

  /**
   * Removes containers of brokerbench that were created but never started, because the creating
   * process was killed. All others remove themselves. One that is younger than its start may take
   * is left: another process may be starting it.
   */
  public void removeForgotten() {
    Duration longestStart = patience.multipliedBy(COMMANDS_UNTIL_STARTED);
    long before = Instant.now().minus(longestStart).getEpochSecond();
    try {
      answer(
              () ->
                  client
                      .listContainersCmd()
                      .withShowAll(true)
                      .withStatusFilter(List.of("created"))
                      .withLabelFilter(List.of(ContainerGuard.LABEL))
                      .exec())
          .stream()
          .filter(container -> container.getCreated() < before)
          .forEach(container -> remove(container.getId()));
    } catch (RuntimeException e) {
      // A failed cleanup must not prevent the start.
    }
  }

  /** The message of an exception of the engine, on one line. */
  public static String say(RuntimeException e) {
    String text = String.valueOf(e.getMessage()).strip();
    Matcher matcher = MESSAGE.matcher(text);
    return (matcher.find() ? matcher.group(1).replace("\\\"", "\"") : text)
        .replaceAll("\\s*\\R\\s*", " ");
  }
}
