package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Servers: {@code host:port;host:port}.
 *
 * @param list at least one, unless nothing was given
 */
public record Addresses(List<Address> list) {

  /** Where our own clusters are for their clients, wherever they run. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final Pattern ADDRESS =
      Pattern.compile("([^\\s;,:/]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})");

  /** One of them. */
  public record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * Those of a cluster that is not ours; where there are none is noted as a problem.
   *
   * @param what must be named: "the name servers"
   */
  public static Addresses required(Settings settings, String what) {
    if (settings.text("cluster.addresses").isBlank()) {
      settings.problem(
          "cluster.addresses",
          String.format(Locale.ROOT, "must name %s, as host:port;host:port", what));
    }
    return settings.parsed("cluster.addresses", Addresses::parse);
  }

  /** Blank is nothing given. */
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
        String.format(Locale.ROOT, "must be host:port or host:port;host:port, got \"%s\"", text));
  }

  @Override
  public String toString() {
    return list.stream().map(Address::toString).collect(Collectors.joining(";"));
  }
}
