package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The ports of a cluster: consecutive ones, the first named by {@code cluster.port}.
 *
 * @param last of them, itself among them
 */
public record PortRange(int first, int last) {

  /** What {@code cluster.port} may be at most. */
  public static final int HIGHEST = 65_535;

  // Below the range from which systems take the ports of outgoing connections.
  private static final int LOWEST_FREE = 20_000;
  private static final int HIGHEST_FREE = 32_000;
  private static final int ATTEMPTS = 200;

  /** So many from a first one on. */
  public static PortRange of(int first, int count) {
    return new PortRange(first, first + count - 1);
  }

  /** So many that nobody listens on; empty if chance does not find any. */
  public static Optional<PortRange> free(int count) {
    return ThreadLocalRandom.current()
        .ints(ATTEMPTS, LOWEST_FREE, HIGHEST_FREE)
        .mapToObj(first -> of(first, count))
        .filter(range -> range.busy().isEmpty())
        .findFirst();
  }

  /** As the settings have the first one, or free ports where that is 0. */
  public static PortRange wanted(int first, int count) throws BrokerException {
    if (first > 0) {
      return of(first, count);
    }
    return free(count)
        .orElseThrow(
            () -> new BrokerException("no free ports were found; name the first by cluster.port"));
  }

  /** Those that somebody listens on. */
  public List<Integer> busy() {
    List<Integer> busy = new ArrayList<>();
    IntStream.rangeClosed(first, last).filter(port -> !isFree(port)).forEach(busy::add);
    return busy;
  }

  /** What is in the way; continues a sentence that begins with the setting. */
  public Optional<String> conflict() {
    String busy = busy().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return busy.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%d needs ports %d to %d, of which another process has %s",
                first,
                first,
                last,
                busy));
  }

  /** Notes as problems what is in the way. */
  public void checkFree(Settings settings) {
    if (checkRange(settings)) {
      conflict().ifPresent(conflict -> settings.problem("cluster.port", conflict));
    }
  }

  /** Whether there are as many ports behind the first; if not, notes it as a problem. */
  public boolean checkRange(Settings settings) {
    if (last > HIGHEST) {
      settings.problem(
          "cluster.port",
          String.format(
              Locale.ROOT,
              "must leave room for the ports behind it: %d needs ports up to %d",
              first,
              last));
      return false;
    }
    return true;
  }

  /**
   * Looks for what is in the way of a pod, which does not tell whose port is taken.
   *
   * @throws BrokerException naming it
   */
  public void requireFree() throws BrokerException {
    Optional<String> conflict = conflict();
    if (conflict.isPresent()) {
      throw new BrokerException("cluster.port " + conflict.get());
    }
  }

  private static boolean isFree(int port) {
    // The wildcard address: whoever listens on any address of this machine is in the way.
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
