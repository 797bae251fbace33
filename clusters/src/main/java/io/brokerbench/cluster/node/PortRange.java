package io.brokerbench.cluster.node;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The consecutive ports of a cluster; {@code cluster.port} names the first.
 *
 * @param last the last port, inclusive
 */
public record PortRange(int first, int last) {

  public static final int HIGHEST = 65_535;

  // Below the range that systems use for the ports of outgoing connections.
  private static final int LOWEST_FREE = 20_000;
  private static final int HIGHEST_FREE = 32_000;
  private static final int ATTEMPTS = 200;

  /** A range of {@code count} ports. */
  public static PortRange of(int first, int count) {
    return new PortRange(first, first + count - 1);
  }

  /** A random range of {@code count} ports without listeners; empty if none was found. */
  public static Optional<PortRange> free(int count) {
    return ThreadLocalRandom.current()
        .ints(ATTEMPTS, LOWEST_FREE, HIGHEST_FREE)
        .mapToObj(first -> of(first, count))
        .filter(range -> range.busy().isEmpty())
        .findFirst();
  }

  /**
   * The ports from {@code first} on, or free ports if that is 0.
   *
   * @throws BrokerException if no free ports were found
   */
  public static PortRange wanted(int first, int count) throws BrokerException {
    if (first > 0) {
      return of(first, count);
    }
    return free(count)
        .orElseThrow(
            () -> new BrokerException("no free ports were found; name the first by cluster.port"));
  }

  public int count() {
    return last - first + 1;
  }

  /** "port 20000", "ports 20000 to 20008". */
  public String describe() {
    return first == last ? "port " + first : Text.of("ports %d to %d", first, last);
  }

  /** The ports of the range that have a listener. */
  public List<Integer> busy() {
    return IntStream.rangeClosed(first, last).filter(port -> !isFree(port)).boxed().toList();
  }

  /** The ports in use, if any; completes a sentence that starts with the setting. */
  public Optional<String> conflict() {
    String busy = busy().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return busy.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%d needs ports %d to %d, of which another process has %s",
                first, first, last, busy));
  }

  /** Reports as a problem ports that are in use, unless by the cluster, or do not exist. */
  public void checkFree(Settings settings) {
    if (checkRange(settings) && !settings.clusterIsRunning()) {
      conflict().ifPresent(conflict -> settings.problem("cluster.port", conflict));
    }
  }

  /** Whether the range ends at {@link #HIGHEST} or below; if not, reports a problem. */
  public boolean checkRange(Settings settings) {
    if (last > HIGHEST) {
      settings.problem(
          "cluster.port",
          Text.of("must leave room for the ports behind it: %d needs ports up to %d", first, last));
      return false;
    }
    return true;
  }

  /**
   * Checks the ports before the start of a pod, which does not report which port is in use.
   *
   * @throws BrokerException naming the ports in use
   */
  public void requireFree() throws BrokerException {
    Optional<String> conflict = conflict();
    if (conflict.isPresent()) {
      throw new BrokerException("cluster.port " + conflict.get());
    }
  }

  private static boolean isFree(int port) {
    // The wildcard address conflicts with listeners on every address of this machine.
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
