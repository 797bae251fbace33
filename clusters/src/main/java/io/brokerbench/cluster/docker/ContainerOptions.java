package io.brokerbench.cluster.docker;

import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of containers with any broker: the settings below {@code cluster.container} that all
 * brokers share.
 *
 * @param cpus limit of each broker, 0 for none
 * @param memoryBytes limit of each broker, 0 for none
 * @param writeIops limit of write operations per second of each broker, 0 for none
 * @param storeBytes size of the file system of each broker's messages, which is in memory; 0 for
 *     that of the container
 */
public record ContainerOptions(
    String image, Network network, double cpus, long memoryBytes, long writeIops, long storeBytes) {

  /** The key of the size of the brokers' stores. */
  public static final String STORE_SIZE = "cluster.container.store-size";

  public static final List<String> KEYS =
      List.of(
          "cluster.container.image",
          "cluster.container.network",
          "cluster.container.cpus",
          "cluster.container.memory",
          "cluster.container.write-iops",
          STORE_SIZE);

  private static final double MAX_CPUS = 1024;
  private static final long MAX_MEMORY_BYTES = 1L << 40;
  private static final long MAX_IOPS = 10_000_000;

  public enum Network {
    /** The host's network if this process shares it, otherwise a pod. */
    AUTO,
    HOST,
    /** A separate network with published ports. */
    POD
  }

  /**
   * Reads the settings.
   *
   * @param officialImage the image used if the settings name none
   */
  public static ContainerOptions read(Settings settings, String officialImage) {
    String image = settings.text("cluster.container.image").strip();
    return new ContainerOptions(
        image.isEmpty() ? officialImage : image,
        settings.choice("cluster.container.network", Network.class),
        settings.parsed("cluster.container.cpus", ContainerOptions::cpus),
        settings.bytes("cluster.container.memory", 0, MAX_MEMORY_BYTES),
        settings.integer("cluster.container.write-iops", 0, MAX_IOPS),
        settings.bytes(STORE_SIZE, 0, MAX_MEMORY_BYTES));
  }

  /** The same options with containers of this image. */
  public ContainerOptions of(ContainerImage chosen) {
    return new ContainerOptions(chosen.name(), network, cpus, memoryBytes, writeIops, storeBytes);
  }

  private static double cpus(String text) {
    String rule =
        Text.of(
            "must be a number of processors up to %,.0f, such as 1.5, or 0, got \"%s\"",
            MAX_CPUS, text);
    try {
      double cpus = Double.parseDouble(text.strip());
      if (cpus == 0 || (cpus >= 0.01 && cpus <= MAX_CPUS)) {
        return cpus;
      }
      throw new IllegalArgumentException(rule);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }

  /**
   * Reports as a problem a limit of memory below the need of a broker and of the file system of its
   * messages: the kernel would end the broker before that is full.
   *
   * @param brokerBytes memory of the broker's processes; 0 if unknown
   * @param content the content of that memory, for the message
   */
  public void checkMemory(long brokerBytes, String content, Settings settings) {
    long neededBytes = brokerBytes + storeBytes;
    if (memoryBytes > 0 && memoryBytes < neededBytes) {
      settings.problem(
          "cluster.container.memory",
          Text.of(
              "must hold %s%s, %,d bytes, got %,d",
              content, storeBytes > 0 ? ", and " + STORE_SIZE : "", neededBytes, memoryBytes));
    }
  }

  /** The memory of all nodes with the file systems of the brokers' messages, if they have any. */
  public MemoryNeed withStores(MemoryNeed ofNodes, int brokers) {
    long bytes = ofNodes.bytes() + brokers * storeBytes;
    return storeBytes == 0
        ? ofNodes
        : new MemoryNeed(STORE_SIZE, bytes, ", with the nodes themselves", "set less");
  }

  /**
   * Whether the nodes join the host's network.
   *
   * @param needsPod whether anything else requires a pod
   * @throws BrokerException if the settings ask for the host's network, which is not available
   */
  public boolean isOfHost(DockerEngine engine, boolean needsPod) throws BrokerException {
    if (network == Network.HOST && !engine.sharesOurNetwork()) {
      throw new BrokerException(
          "cluster.container.network host is not available: Docker is rootless, or runs in a machine of its own; use pod");
    }
    return network == Network.HOST
        || (network == Network.AUTO && !needsPod && engine.sharesOurNetwork());
  }

  /** The facts known before the containers run. */
  public Map<String, Object> facts(DockerEngine engine, ContainerImage image, boolean ofHost) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("host", "container");
    facts.put("image", image.name());
    facts.put("imageId", image.id());
    facts.put("dockerVersion", engine.version());
    facts.put("network", ofHost ? "host" : "pod");
    facts.put("cpus", cpus);
    facts.put("memoryBytes", memoryBytes);
    facts.put("writeIops", writeIops);
    facts.put("storeBytes", storeBytes);
    return facts;
  }
}
