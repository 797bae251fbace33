package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cuts off nodes that share the network of a pod. The processes of each node have a group of their
 * own. By its group, the kernel marks each connection on which a node has sent a packet; a
 * connection with the marks of two nodes is between them. What a node has with itself and with
 * clients has its mark alone.
 *
 * <p>The rules are those of the pod's network and end with it. They are set by a container in this
 * network, which runs the {@code iptables} of the engine's machine, because images of brokers have
 * none. It may change that network ({@code NET_ADMIN}) and read the machine's files. Thread-safe.
 */
final class PodFirewall implements AutoCloseable {

  private static final String ROLE = "firewall";
  private static final int FIRST_GROUP = 52_000;

  /** Marks have 32 bits; the highest is left out, because it is a sign. */
  private static final int MAX_NODES = 31;

  private static final String IPTABLES =
      "PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"
          + " XTABLES_LOCKFILE=/dev/null chroot /host iptables -w";
  private static final long END_MILLIS = 5_000;

  private final DockerEngine engine;
  private final Containers containers;
  private final String image;
  private final String network;
  private int nodes;
  private @Nullable String container;

  /**
   * Creates the firewall of a pod; it does nothing yet.
   *
   * @param image of a node
   * @param network the network mode of the pod's containers
   */
  PodFirewall(DockerEngine engine, Containers containers, String image, String network) {
    this.engine = engine;
    this.containers = containers;
    this.image = image;
    this.network = network;
  }

  /** Why no pod of an engine can have one, as the rest of a sentence. */
  static Optional<String> refusal(DockerEngine engine) {
    return engine.isRootless()
        ? Optional.of("needs a Docker engine that is not rootless, with iptables on its machine")
        : Optional.empty();
  }

  /** One more node. */
  synchronized Member join() {
    if (nodes == MAX_NODES) {
      throw new IllegalStateException("more than " + MAX_NODES + " nodes");
    }
    return new Member(this, nodes++);
  }

  /**
   * A node.
   *
   * @param index from 0
   */
  record Member(PodFirewall firewall, int index) {

    /** The additional group of all of its processes. */
    String group() {
      return Integer.toString(FIRST_GROUP + index);
    }

    /**
     * Drops packets between it and other nodes, and also those of its clients if wanted.
     *
     * @param with nodes that are cut off together with it, and go on to reach it
     */
    void isolate(List<Member> with, boolean fromClients) throws BrokerException {
      firewall.change("-A", marks(with), fromClients);
    }

    /** Undoes {@link #isolate} with the same arguments. */
    void reconnect(List<Member> with, boolean toClients) throws BrokerException {
      firewall.change("-D", marks(with), toClients);
    }

    private int marks(List<Member> with) {
      return with.stream().mapToInt(Member::mark).reduce(mark(), (all, mark) -> all | mark);
    }

    private int mark() {
      return 1 << index;
    }
  }

  /**
   * Starts to mark connections, once.
   *
   * @throws BrokerException if that is not possible on the engine's machine
   */
  synchronized void start() throws BrokerException {
    if (container != null) {
      return;
    }
    boolean marking = false;
    try {
      HostConfig host =
          HostConfig.newHostConfig()
              .withNetworkMode(network)
              .withCapAdd(Capability.NET_ADMIN, Capability.NET_RAW)
              .withSecurityOpts(List.of("label=disable"))
              .withBinds(Bind.parse("/:/host:ro"));
      String id = containers.startIdle(ROLE, containers.idle(ROLE, image, host).withUser("0"));
      container = id;
      for (int index = 0; index < nodes; index++) {
        Member node = new Member(this, index);
        engine.run(
            id,
            Text.of(
                "%s -t mangle -A OUTPUT -m owner --gid-owner %s --suppl-groups -j CONNMARK --set-xmark %d/%d",
                IPTABLES, node.group(), node.mark(), node.mark()));
      }
      marking = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokerException("the firewall was not started: interrupted", e);
    } catch (BrokerException e) {
      throw new BrokerException(
          "the pod's network cannot be divided, which needs iptables on the machine of a Docker engine that is not rootless: "
              + e.getMessage(),
          e);
    } catch (RuntimeException e) {
      throw new BrokerException("no firewall: " + DockerEngine.say(e), e);
    } finally {
      if (!marking) {
        close();
      }
    }
  }

  /** Adds or deletes the rules of the nodes with these marks. */
  private synchronized void change(String verb, int marks, boolean fromClients)
      throws BrokerException {
    if (container == null) {
      throw new BrokerException("the firewall was not started");
    }
    int others = ((1 << nodes) - 1) & ~marks;
    StringBuilder rules =
        new StringBuilder(
            Text.of(
                "set -e; %s %s OUTPUT -m connmark ! --mark 0/%d -m connmark ! --mark 0/%d -j DROP",
                IPTABLES, verb, marks, others));
    if (fromClients) {
      rules.append(
          Text.of(
              "; %1$s %2$s OUTPUT ! -o lo -m connmark ! --mark 0/%3$d -j DROP"
                  + "; %1$s %2$s INPUT ! -i lo -m connmark ! --mark 0/%3$d -j DROP",
              IPTABLES, verb, marks));
    }
    engine.run(container, rules.toString());
  }

  @Override
  public synchronized void close() {
    if (container != null) {
      engine.kill(container);
      engine.awaitRemoval(container, END_MILLIS);
      container = null;
    }
  }
}
