package io.brokerbench.cluster.docker;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Node.Impairment;
import java.util.List;
import java.util.Optional;

/**
 * What can be done to a node in a container, and undone.
 *
 * @param id of the container
 * @param member the node in the firewall of its pod
 * @param writeIops limit of its write operations per second, 0 for none
 * @param replication the proxy between master and slave, if the cluster has one
 */
public record ContainerImpairments(
    DockerEngine engine,
    String id,
    Optional<PodFirewall.Member> member,
    long writeIops,
    Optional<ReplicationProxy> replication) {

  /** Mount point of the file system of limited size, in memory, that has a node's messages. */
  static final String STORE = "/brokerbench-store";

  private static final String FILLER = STORE + "/filler";

  /**
   * Writes until 3 % of the file system are free: brokers refuse messages before that. Blocks of 64
   * KiB fill many gigabytes within the time that a command has.
   */
  private static final String FILL =
      "set -- $(df -P -k "
          + STORE
          + " | tail -n 1); dd if=/dev/zero bs=65536 count=$((($4 - $2 * 3 / 100) / 64)) of="
          + FILLER;

  /**
   * Why no container on this machine can have an impairment, as the rest of a sentence; empty if
   * that is known only after the start, and if no engine answers, which the start reports.
   */
  public static Optional<String> refusal(Impairment impairment) {
    try {
      return switch (impairment) {
        case FILL_DISK, DELAY -> Optional.empty();
        case SLOW_DISK -> DiskThrottle.refusal(DockerEngine.connect());
        case PARTITION, ISOLATE -> PodFirewall.refusal(DockerEngine.connect());
      };
    } catch (BrokerException e) {
      return Optional.empty();
    }
  }

  /**
   * Checks that an impairment is possible, and prepares it.
   *
   * @param pid of the first process of the container
   */
  void prepare(Impairment impairment, long pid) throws BrokerException {
    switch (impairment) {
      case FILL_DISK, DELAY -> {}
      case SLOW_DISK -> disk(pid);
      case PARTITION, ISOLATE -> member.orElseThrow().firewall().start();
    }
  }

  /**
   * @param pid of the first process of the container
   * @param with those of nodes that are cut off together with this one
   */
  void impair(Impairment impairment, long pid, List<ContainerImpairments> with)
      throws BrokerException {
    switch (impairment) {
      case FILL_DISK -> engine.run(id, FILL);
      case SLOW_DISK -> disk(pid).slowDown(writeIops);
      case PARTITION, ISOLATE ->
          member.orElseThrow().isolate(members(with), impairment == Impairment.ISOLATE);
      case DELAY -> replication.orElseThrow().slowDown();
    }
  }

  /** Undoes {@link #impair} with the same arguments. */
  void repair(Impairment impairment, long pid, List<ContainerImpairments> with)
      throws BrokerException {
    switch (impairment) {
      case FILL_DISK -> engine.run(id, "rm -f " + FILLER);
      case SLOW_DISK -> disk(pid).limit(writeIops);
      case PARTITION, ISOLATE ->
          member.orElseThrow().reconnect(members(with), impairment == Impairment.ISOLATE);
      case DELAY -> replication.orElseThrow().restore();
    }
  }

  private static List<PodFirewall.Member> members(List<ContainerImpairments> with) {
    return with.stream().map(each -> each.member.orElseThrow()).toList();
  }

  private DiskThrottle disk(long pid) throws BrokerException {
    return DiskThrottle.of(pid, engine);
  }
}
