package io.brokerbench.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Name servers or proxies in RocketMQ's notation: {@code host:port;host:port}.
 *
 * @param list at least one, unless nothing was given
 */
record Addresses(List<Address> list) {

  private static final Pattern ADDRESS =
      Pattern.compile("([^\\s;,:/]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})");
  private static final int HIGHEST_PORT = 65_535;

  /** One of them. */
  record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** Blank is nothing given. */
  static Addresses parse(String text) {
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
      if (port > 0 && port <= HIGHEST_PORT) {
        return new Address(m.group(1), port);
      }
    }
    throw new IllegalArgumentException(
        "must be host:port or host:port;host:port, got \"%s\"".formatted(text));
  }

  @Override
  public String toString() {
    return list.stream().map(Address::toString).collect(Collectors.joining(";"));
  }
}
