package io.brokerbench.cluster.node;

import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Addresses of servers: {@code host:port;host:port}.
 *
 * @param list the addresses; empty only if none were given
 */
public record Addresses(List<Address> list) {

  /** The address at which clients reach clusters started by brokerbench, on any kind of host. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final Pattern ADDRESS =
      Pattern.compile("([^\\s;,:/]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})");

  /** The address of one server. */
  public record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * Reads the addresses of an external cluster; reports a problem if there are none.
   *
   * @param what the servers, for the message: "the name servers"
   */
  public static Addresses required(Settings settings, String what) {
    if (settings.text("cluster.addresses").isBlank()) {
      settings.problem("cluster.addresses", Text.of("must name %s, as host:port;host:port", what));
    }
    return settings.parsed("cluster.addresses", Addresses::parse);
  }

  /** The addresses of several nodes on loopback; {@code port} maps their numbers, from 0. */
  public static String onLoopback(int nodes, IntUnaryOperator port) {
    return IntStream.range(0, nodes)
        .mapToObj(node -> LOOPBACK + ":" + port.applyAsInt(node))
        .collect(Collectors.joining(";"));
  }

  /**
   * Parses addresses; blank means none.
   *
   * @throws IllegalArgumentException if an address is malformed
   */
  public static Addresses parse(String text) {
    if (text.isBlank()) {
      return new Addresses(List.of());
    }
    return new Addresses(
        Arrays.stream(text.split(";"))
            .map(String::strip)
            .map(address -> address(address, text))
            .toList());
  }

  private static Address address(String address, String text) {
    Matcher m = ADDRESS.matcher(address);
    if (m.matches()) {
      int port = Integer.parseInt(m.group(2));
      if (port > 0 && port <= PortRange.HIGHEST) {
        return new Address(m.group(1), port);
      }
    }
    throw new IllegalArgumentException(
        Text.of("must be host:port or host:port;host:port, got \"%s\"", text));
  }

  @Override
  public String toString() {
    return list.stream().map(Address::toString).collect(Collectors.joining(";"));
  }
}
