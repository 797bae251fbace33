package io.brokerbench.cluster;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.record.RandomId;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the containers of one cluster. The engine removes each of them, with its anonymous volumes,
 * as soon as its first process has ended.
 */
public final class Containers {

  private final DockerEngine engine;
  private final String clusterName;
  private final Optional<ContainerGuard> guard;

  /** Makes them for a cluster with a name of its own. */
  public Containers(DockerEngine engine) throws BrokerException {
    this.engine = engine;
    this.clusterName = "brokerbench-" + RandomId.ofName();
    try {
      this.guard = ContainerGuard.over(engine.address(), clusterName);
    } catch (IOException e) {
      throw new BrokerException("a process cannot be started: " + e.getMessage(), e);
    }
  }

  /** There are none any more, and no more will be made. */
  void close() {
    guard.ifPresent(ContainerGuard::dismiss);
  }

  /** Unique on this machine. */
  public String clusterName() {
    return clusterName;
  }

  /**
   * The network that they are to share.
   *
   * @param image a node's
   * @param ports those that clients connect to
   */
  public ContainerNetwork network(boolean ofHost, String image, List<Integer> ports)
      throws BrokerException, InterruptedException {
    return ofHost ? ContainerNetwork.ofHost(engine) : Pod.start(engine, this, image, ports);
  }

  /** A command still to be completed, then given to {@link #create}. */
  public CreateContainerCmd command(String role, String image, HostConfig hostConfig) {
    return engine
        .client()
        .createContainerCmd(image)
        .withName(clusterName + "-" + role)
        .withLabels(
            Map.of(
                DockerEngine.LABEL,
                clusterName,
                DockerEngine.PROCESS_LABEL,
                Long.toString(ProcessHandle.current().pid())))
        .withHostConfig(
            hostConfig
                .withAutoRemove(true)
                // We read what it says ourselves.
                .withLogConfig(new LogConfig(LogConfig.LoggingType.NONE)));
  }

  /** A command whose first process is a shell that ends when nobody is attached any more. */
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

  /** Its id. */
  public String create(CreateContainerCmd command) throws BrokerException {
    try {
      return Uninterrupted.call(command::exec).getId();
    } catch (RuntimeException e) {
      throw failed(command.getName(), e);
    }
  }

  /** Starts a container. */
  public void start(String id, String role) throws BrokerException {
    try {
      Uninterrupted.call(() -> engine.client().startContainerCmd(id).exec());
    } catch (RuntimeException e) {
      throw failed(clusterName + "-" + role, e);
    }
  }

  private static BrokerException failed(String name, RuntimeException e) {
    return new BrokerException(
        String.format(Locale.ROOT, "container %s cannot be started: %s", name, DockerEngine.say(e)),
        e);
  }
}
