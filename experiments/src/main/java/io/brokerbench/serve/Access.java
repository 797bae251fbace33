package io.brokerbench.serve;

import com.sun.net.httpserver.HttpExchange;
import io.brokerbench.record.RandomId;
import io.brokerbench.units.Text;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Admits requests that have the token, name this server as their host and only read. Without the
 * host, a page of another site whose name resolves to this machine could read results. Thread-safe.
 *
 * @param token first part of every path
 * @param hosts the names of this server as requests have them
 */
record Access(String token, Set<String> hosts) {

  private static final Set<String> METHODS = Set.of("GET", "HEAD");
  private static final List<String> NAMES = List.of("127.0.0.1", "localhost");

  /** The port that browsers leave out of an address, and of the name of the host. */
  private static final int USUAL_PORT = 80;

  /** Access by a new token of 128 random bits. */
  static Access ofNewToken(int port) {
    Set<String> hosts = new HashSet<>();
    for (String name : NAMES) {
      hosts.add(Text.of("%s:%d", name, port));
      if (port == USUAL_PORT) {
        hosts.add(name);
      }
    }
    return new Access(RandomId.ofName() + RandomId.ofName(), Set.copyOf(hosts));
  }

  /**
   * The decoded path of a request, without the token: empty for the first page.
   *
   * @throws RefusedException if the request is not admitted
   */
  String path(HttpExchange request) throws RefusedException {
    List<String> host = request.getRequestHeaders().getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(host.get(0))) {
      throw new RefusedException(
          RefusedException.FORBIDDEN, "this server answers only by its own address");
    }
    String[] parts = String.valueOf(request.getRequestURI().getPath()).split("/", 3);
    if (parts.length < 3 || !isToken(parts[1])) {
      throw new RefusedException(
          RefusedException.FORBIDDEN,
          "the address has no valid token: use the one that bench serve printed");
    }
    if (!METHODS.contains(request.getRequestMethod())) {
      throw new RefusedException(
          RefusedException.WRONG_METHOD, "only GET and HEAD: this server only reads");
    }
    return parts[2];
  }

  /** In a time that does not depend on how much of it is right. */
  private boolean isToken(String text) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
  }
}
