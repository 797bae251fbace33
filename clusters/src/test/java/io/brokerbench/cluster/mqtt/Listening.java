package io.brokerbench.cluster.mqtt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The addresses that a process listens on, as /proc/net/tcp and tcp6 write them. */
final class Listening {

  private static final String LISTEN = "0A";

  private Listening() {}

  static List<String> of(long pid) throws IOException {
    Set<String> sockets = new TreeSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path file : files.toList()) {
        String target = Files.readSymbolicLink(file).toString();
        if (target.startsWith("socket:[")) {
          sockets.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields[3].equals(LISTEN) && sockets.contains(fields[9])) {
          addresses.add(fields[1]);
        }
      }
    }
    return addresses;
  }

  static boolean isLoopback(String address) {
    return address.startsWith("0100007F:")
        || address.startsWith("0000000000000000FFFF00000100007F:");
  }
}
