package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.CreateContainerResponse;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.record.RandomId;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Creates the containers of one cluster. The engine removes each container, with its anonymous
 * volumes, as soon as its first process has ended.
 */
public final class Containers {

  /**
   * What Docker's warnings have in common that report an ignored limit: "Your kernel does not
   * support memory limit capabilities or the cgroup is not mounted. Limitation discarded."
   */
  private static final String DISCARDED = "discarded";

  private final DockerEngine engine;
  private final String clusterName;
  private final Optional<ContainerGuard> guard;
  private final List<String> names = new CopyOnWriteArrayList<>();

  /** Chooses a unique name for the cluster and starts the guard of its containers. */
  public Containers(DockerEngine engine) throws BrokerException {
    this.engine = engine;
    this.clusterName = "brokerbench-" + RandomId.ofName();
    try {
      this.guard = ContainerGuard.over(engine.address(), clusterName);
    } catch (IOException e) {
      throw new BrokerException("a process cannot be started: " + e.getMessage(), e);
    }
  }

  /**
   * Ends the guard; no containers exist any more, and no more will be created. If the engine did
   * not answer, the guard stays, and removes what is left once this process has ended.
   */
  void close() {
    Optional<String> left = engine.left(names);
    left.ifPresent(System.err::println);
    if (left.isEmpty()) {
      guard.ifPresent(ContainerGuard::dismiss);
    }
  }

  /** The cluster's name, unique on this machine. */
  public String clusterName() {
    return clusterName;
  }

  /**
   * The network that the containers share; after a failure, neither it nor the guard is left.
   *
   * @param ofHost whether it is the host's network rather than a pod
   * @param image the image of a node
   * @param ports the ports that clients connect to
   */
  public ContainerNetwork network(boolean ofHost, String image, List<Integer> ports)
      throws BrokerException, InterruptedException {
    if (ofHost) {
      return ContainerNetwork.ofHost(engine);
    }
    try {
      return ContainerNetwork.ofPod(engine, this, image, ports);
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  /** A command to be completed by the caller and passed to {@link #create}. */
  public CreateContainerCmd command(String role, String image, HostConfig hostConfig) {
    return engine
        .client()
        .createContainerCmd(image)
        .withName(clusterName + "-" + role)
        .withLabels(
            Map.of(
                ContainerGuard.LABEL,
                clusterName,
                DockerEngine.PROCESS_LABEL,
                Long.toString(ProcessHandle.current().pid())))
        .withHostConfig(
            hostConfig
                .withAutoRemove(true)
                // brokerbench reads the output itself.
                .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE)));
  }

  /** A command whose first process is a shell that ends when no client is attached any more. */
  CreateContainerCmd shell(String role, String image, HostConfig hostConfig, String... command) {
    return command(role, image, hostConfig)
        .withEntrypoint("/bin/sh", "-c")
        .withCmd(command)
        .withStdinOpen(true)
        .withStdInOnce(true)
        .withAttachStdin(true)
        .withAttachStdout(true)
        .withAttachStderr(true);
  }

  /**
   * Starts a container whose only process waits for the end of this process; returns its ID. After
   * a failure it is not there.
   *
   * @param command of {@link #idle}
   */
  String startIdle(String role, CreateContainerCmd command)
      throws BrokerException, InterruptedException {
    String id = create(command);
    try {
      Attachment.to(engine, id, line -> {}, () -> {});
      start(id, role);
      return id;
    } catch (Throwable e) {
      engine.remove(id);
      throw e;
    }
  }

  /** A command for {@link #startIdle}, to be completed by the caller. */
  CreateContainerCmd idle(String role, String image, HostConfig hostConfig) {
    return shell(role, image, hostConfig, "cat >/dev/null");
  }

  /**
   * Creates a container and returns its ID.
   *
   * @throws BrokerException if the engine fails, or ignores a limit of the container
   */
  public String create(CreateContainerCmd command) throws BrokerException {
    names.add(command.getName());
    CreateContainerResponse created;
    try {
      created = engine.answer(command::exec);
    } catch (RuntimeException e) {
      throw failed(command.getName(), e);
    }
    Optional<String> ignored =
        Stream.ofNullable(created.getWarnings())
            .flatMap(Arrays::stream)
            .filter(warning -> warning.contains(DISCARDED))
            .findFirst();
    if (ignored.isPresent()) {
      engine.remove(created.getId());
      throw new BrokerException(
          Text.of(
              "container %s would run without a limit of cluster.container: %s Set that limit to"
                  + " 0, or let Docker use the control group (rootless: delegate cpu, io and memory"
                  + " to its user)",
              command.getName(), ignored.get()));
    }
    return created.getId();
  }

  public void start(String id, String role) throws BrokerException {
    try {
      engine.answer(() -> engine.client().startContainerCmd(id).exec());
    } catch (RuntimeException e) {
      throw failed(clusterName + "-" + role, e);
    }
  }

  private static BrokerException failed(String name, RuntimeException e) {
    return new BrokerException(
        Text.of("container %s cannot be started: %s", name, DockerEngine.say(e)), e);
  }
}
