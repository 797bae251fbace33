package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.results.clocks.ChronyTracking;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a run.
 *
 * @param host of the load generator
 * @param jvm of the load generator
 * @param cluster how the cluster was started or accessed: by driver and host
 * @param client the client library
 * @param broker facts reported by the brokers: topic, releases, configuration, by driver
 */
public record Environment(
    Host host,
    Jvm jvm,
    Map<String, Object> cluster,
    Map<String, Object> client,
    Map<String, Object> broker) {

  /** The facts reported by each broker: an array of objects, empty if there is none. */
  public JsonNode brokers() {
    return RunFile.tree(broker).path("brokers");
  }

  /** Whether the cluster was running before, so that the figures of this machine do not apply. */
  public boolean externalCluster() {
    return "external".equals(cluster.get("host"));
  }

  /**
   * Machine and operating system.
   *
   * @param os name and release
   * @param kernel release
   * @param architecture instruction set, in Java's notation
   * @param cpu model
   * @param logicalProcessors of the machine
   * @param availableProcessors processors that the JVM may use
   * @param memoryBytes main memory
   * @param virtualMachine model of the computer, or of the software that emulates it
   * @param chrony synchronization of the clock at the start of the run; null if no chronyd answered
   */
  public record Host(
      String os,
      String kernel,
      String architecture,
      String cpu,
      int logicalProcessors,
      int availableProcessors,
      long memoryBytes,
      String virtualMachine,
      @JsonInclude(Include.NON_NULL) @Nullable ChronyTracking chrony) {}

  /**
   * A JVM.
   *
   * @param version release
   * @param vendor of the JDK
   * @param name of the virtual machine
   * @param flags of the command line, without secrets
   * @param maxHeapBytes maximum heap
   * @param collectors names of the garbage collectors
   */
  public record Jvm(
      String version,
      String vendor,
      String name,
      List<String> flags,
      long maxHeapBytes,
      List<String> collectors) {}
}
