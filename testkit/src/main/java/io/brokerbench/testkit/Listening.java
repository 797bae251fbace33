package io.brokerbench.testkit;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The addresses on which the processes of a cluster listen, as in {@code ss -ltnp}. */
public final class Listening {

  private static final String LISTEN = "0A";
  private static final String SOCKET = "socket:[";
  private static final List<String> LOOPBACK =
      List.of(
          "0100007F:", "0000000000000000FFFF00000100007F:", "00000000000000000000000001000000:");

  private Listening() {}

  /**
   * The listening addresses of a cluster, in the notation of /proc/net: those of its nodes, of
   * their descendants, and of any process on a port of its range. The nodes share the network of
   * this process.
   */
  public static List<String> of(Cluster cluster) {
    Set<String> sockets = new HashSet<>();
    for (Node node : cluster.nodes()) {
      sockets.addAll(sockets(node.pid()));
      ProcessHandle.of(node.pid()).stream()
          .flatMap(ProcessHandle::descendants)
          .forEach(child -> sockets.addAll(sockets(child.pid())));
    }
    int first = port(cluster, "firstPort");
    int last = port(cluster, "lastPort");
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : lines(Path.of("/proc/net", table))) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields[3].equals(LISTEN)) {
          int port = Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16);
          if (sockets.contains(fields[9]) || (port >= first && port <= last)) {
            addresses.add(fields[1]);
          }
        }
      }
    }
    return addresses;
  }

  /** The addresses that other machines can reach. */
  public static List<String> beyondLoopback(Cluster cluster) {
    return of(cluster).stream()
        .filter(address -> LOOPBACK.stream().noneMatch(address::startsWith))
        .toList();
  }

  private static int port(Cluster cluster, String fact) {
    return cluster.facts().get(fact) instanceof Integer port ? port : -1;
  }

  private static List<String> sockets(long pid) {
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      return files
          .map(Listening::target)
          .filter(target -> target.startsWith(SOCKET))
          .map(target -> target.substring(SOCKET.length(), target.length() - 1))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return List.of();
    }
  }
}
