package io.brokerbench.address;

import io.brokerbench.units.Text;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses that are asked over HTTP, {@code http://host:port/path}, with the hosts of {@link
 * HostPort}. A URI of such an address may have an authority without a host.
 */
public final class HttpAddress {

  private static final Pattern TEXT =
      Pattern.compile(
          "(https?)://(\\[[^\\[\\]/?#]*\\]|[^\\[\\]/?#:]*)(:\\d{1,5})?([/?#].*)?",
          Pattern.CASE_INSENSITIVE);

  private static final String RULE =
      "must be an address without a user, such as http://10.0.0.3:9100/metrics";
  private static final String HTTP_PORT = ":80";

  private HttpAddress() {}

  /**
   * Parses an address without a user.
   *
   * @throws IllegalArgumentException with a message that continues a sentence starting with the
   *     name of the setting, and that lacks a value that may have a password in it
   */
  public static URI parse(String text) {
    if (text.contains("@")) {
      throw new IllegalArgumentException(RULE);
    }
    Matcher m = TEXT.matcher(text.strip());
    if (!m.matches()) {
      throw HostPort.refusal(RULE, text);
    }
    String host = HostPort.host(m.group(2), RULE, text);
    String port = m.group(3) == null ? "" : m.group(3);
    HostPort.port(port.isEmpty() ? HTTP_PORT : port, RULE, text);
    try {
      URI address =
          new URI(
              Text.of(
                  "%s://%s%s%s",
                  m.group(1).toLowerCase(Locale.ROOT),
                  host.contains(":") ? "[" + host + "]" : host,
                  port,
                  m.group(4) == null ? "" : m.group(4)));
      if (address.getHost() == null && address.getScheme().equals("https")) {
        throw HostPort.refusal(RULE + ": no certificate is of a host with an underscore", text);
      }
      return address;
    } catch (URISyntaxException e) {
      throw HostPort.refusal(RULE, text);
    }
  }

  /**
   * The same address for Java's HTTP client, as {@link HostPort#forUri} has it.
   *
   * @throws UnknownHostException if its host is a name that only has a meaning as an IP address,
   *     and has none
   */
  public static URI forClient(URI address) throws UnknownHostException {
    if (address.getHost() != null || address.getRawAuthority() == null) {
      return address;
    }
    String authority = address.getRawAuthority();
    HostPort at =
        HostPort.parse(authority.contains(":") ? authority : authority + HTTP_PORT).forUri();
    return URI.create(address.toString().replaceFirst("//[^/?#]*", "//" + at));
  }
}
