package io.brokerbench.address;

import io.brokerbench.units.Text;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The address of a server, {@code host:port}, with an IPv6 address in brackets.
 *
 * @param host a name as it was written, which may have underscores as Docker's names do, or an IP
 *     address; without brackets and without a trailing dot
 * @param port to 65,535; 0, only of a listener, is any free port
 */
public record HostPort(String host, int port) {

  /** The loopback address. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final int MAX_PORT = 65_535;
  private static final int MAX_NAME = 253;

  private static final Pattern TEXT = Pattern.compile("(\\[[^\\[\\]]*\\]|[^\\[\\]]*)(:\\d{1,5})");
  private static final Pattern IPV6 =
      Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?");
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");
  private static final Pattern IPV4 =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|\\d?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern NAME =
      Pattern.compile("\\w[\\w-]{0,62}(\\.\\w[\\w-]{0,62})*", Pattern.CASE_INSENSITIVE);

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the
   *     name of the setting: "must be host:port, ..."
   */
  public static HostPort parse(String text) {
    String rule = "must be host:port";
    Matcher m = TEXT.matcher(text.strip());
    if (text.contains("://")) {
      throw refusal(rule + " without a scheme", text);
    }
    if (!m.matches()) {
      throw refusal(rule, text);
    }
    return new HostPort(host(m.group(1), rule, text), port(m.group(2), rule, text));
  }

  /**
   * Parses addresses with semicolons or commas between them; blank means none.
   *
   * @throws IllegalArgumentException if one is malformed or there twice, or there are separators
   *     only; as {@link #parse} does
   */
  public static List<HostPort> list(String text) {
    List<HostPort> all = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    String rule = "must be host:port or host:port;host:port";
    for (String each : text.isBlank() ? new String[0] : text.split("[;,]")) {
      HostPort address;
      try {
        address = parse(each);
      } catch (IllegalArgumentException e) {
        String why = String.valueOf(e.getMessage());
        throw refusal(
            rule + why.substring("must be host:port".length(), why.lastIndexOf(", got")), text);
      }
      if (address.port == 0) {
        throw refusal(rule + " with a port from 1 on", text);
      }
      if (!seen.add(address.toString().toLowerCase(Locale.ROOT))) {
        throw refusal(Text.of("must not name %s twice", address), text);
      }
      all.add(address);
    }
    if (all.isEmpty() && !text.isBlank()) {
      throw refusal(rule, text);
    }
    return List.copyOf(all);
  }

  /** The addresses of several servers on loopback; {@code port} maps their numbers, from 0. */
  public static String onLoopback(int servers, IntUnaryOperator port) {
    return text(
        IntStream.range(0, servers)
            .mapToObj(server -> new HostPort(LOOPBACK, port.applyAsInt(server)))
            .toList());
  }

  /** The notation of several addresses, {@code host:port;host:port}. */
  public static String text(List<HostPort> addresses) {
    return addresses.stream().map(HostPort::toString).collect(Collectors.joining(";"));
  }

  /**
   * Checks a host as it is written in an address; returns it without brackets and trailing dot.
   *
   * @param rule start of the message if it is none
   */
  static String host(String host, String rule, String text) {
    if (host.startsWith("[")) {
      String literal = host.substring(1, host.length() - 1);
      if (IPV6.matcher(literal).matches() && isIpv6(literal.replaceFirst("%.*", ""))) {
        return literal;
      }
      throw refusal(rule + " with an IPv6 address between the brackets", text);
    }
    if (host.contains(":")) {
      throw refusal(rule + ", an IPv6 address in brackets", text);
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    boolean known =
        NUMBERS.matcher(name).matches()
            ? IPV4.matcher(name).matches()
            : NAME.matcher(name).matches() && name.length() <= MAX_NAME;
    if (!known) {
      throw refusal(
          rule
              + (NUMBERS.matcher(name).matches()
                  ? " with an IPv4 address of four numbers up to 255"
                  : " with a host of letters, digits, hyphens, underscores and dots"),
          text);
    }
    return name;
  }

  /**
   * Checks a port as it is written in an address.
   *
   * @param port with its colon
   */
  static int port(String port, String rule, String text) {
    int number = Integer.parseInt(port.substring(1));
    if (number > MAX_PORT) {
      throw refusal(rule + " with a port up to 65535", text);
    }
    return number;
  }

  private static boolean isIpv6(String literal) {
    try {
      // Looks up nothing: what is in brackets is an address or an error.
      return InetAddress.getByName("[" + literal + "]") != null;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  static IllegalArgumentException refusal(String rule, String text) {
    return new IllegalArgumentException(Text.of("%s, got \"%s\"", rule, text));
  }

  /**
   * The same server for libraries that make a URI of its address, which has no hosts with
   * underscores, or with a last label that starts with a digit: for these, the IP address that the
   * name has now.
   *
   * @throws UnknownHostException if such a name has none
   */
  public HostPort forUri() throws UnknownHostException {
    return URI.create("any://" + this).getHost() == null
        ? new HostPort(InetAddress.getByName(host).getHostAddress(), port)
        : this;
  }

  /** Whether only processes of this machine are reached by it; looks up a name. */
  public boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return host.contains(":") ? Text.of("[%s]:%d", host, port) : host + ":" + port;
  }
}
