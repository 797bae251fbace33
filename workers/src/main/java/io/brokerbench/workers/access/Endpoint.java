package io.brokerbench.workers.access;

import io.brokerbench.file.BadInputException;
import io.brokerbench.units.Text;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a controller listens, or where a worker finds it.
 *
 * @param host name or address, without brackets
 * @param port 0, only of a controller, is any free port
 */
public record Endpoint(String host, int port) {

  /** The loopback address. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final Pattern TEXT =
      Pattern.compile("([^\\s;,:/\\[\\]]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})");

  private static final int MAX_PORT = 65_535;

  /**
   * Parses {@code host:port}.
   *
   * @param flag that gives it, for the message of an error
   */
  public static Endpoint parse(String flag, String text) throws BadInputException {
    Matcher m = TEXT.matcher(text);
    if (!m.matches() || Integer.parseInt(m.group(2)) > MAX_PORT) {
      throw new BadInputException(Text.of("%s: must be host:port, got \"%s\"", flag, text));
    }
    return new Endpoint(m.group(1).replaceAll("[\\[\\]]", ""), Integer.parseInt(m.group(2)));
  }

  /** Whether only processes of this machine are reached by it. */
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
