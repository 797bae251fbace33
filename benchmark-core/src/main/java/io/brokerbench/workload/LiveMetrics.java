package io.brokerbench.workload;

import io.brokerbench.address.HttpAddress;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Destinations of the figures of a run while it goes on.
 *
 * @param host address at which Prometheus reads them
 * @param port its port, 0 for none
 * @param otlp receiver of OTLP metrics over HTTP
 * @param influx database of InfluxDB
 */
public record LiveMetrics(
    InetAddress host, int port, Optional<URI> otlp, Optional<InfluxDatabase> influx) {

  /** Start of the keys of these settings. */
  static final String PREFIX = "metrics.";

  private static final String OTLP_PATH = "/v1/metrics";
  private static final int CONNECT_MILLIS = 3000;
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  /**
   * The database that a write address of InfluxDB names.
   *
   * @param server address without a path
   * @param database database of InfluxDB 1; empty if there is a bucket
   * @param organization of InfluxDB 2 and later
   * @param bucket of InfluxDB 2 and later; empty if there is a database
   * @param token for writing; empty for none
   */
  public record InfluxDatabase(
      String server, String database, String organization, String bucket, String token) {

    private static final Pattern VERSION_1 = Pattern.compile("(https?://[^/]+)/write\\?(.*)");
    private static final Pattern VERSION_2 =
        Pattern.compile("(https?://[^/]+)/api/v2/write\\?(.*)");

    /** Times are always in milliseconds, whatever the precision. */
    private static final Set<String> PARAMETERS = Set.of("db", "org", "bucket", "precision");

    /**
     * Refuses parameters that the pushes would lack. Their values may be passwords, so that only
     * their names are shown.
     */
    private static void refuseOthers(String write) {
      List<String> others =
          Arrays.stream(write.replaceFirst("(?s)^[^?]*\\??", "").split("&", -1))
              .map(pair -> pair.split("=", 2)[0])
              .filter(name -> !name.isEmpty() && !PARAMETERS.contains(name))
              .toList();
      if (!others.isEmpty()) {
        throw new IllegalArgumentException(
            Text.of(
                "must have no parameters but db, or org and bucket, got %s; a token is given by"
                    + " metrics.push.influx-token",
                String.join(", ", others)));
      }
    }

    private static InfluxDatabase of(URI write, String token) {
      Matcher first = VERSION_1.matcher(write.toString());
      Matcher second = VERSION_2.matcher(write.toString());
      if (first.matches()) {
        Map<String, String> query = query(first.group(2));
        if (query.containsKey("db")) {
          return new InfluxDatabase(first.group(1), query.get("db"), "", "", token);
        }
      } else if (second.matches()) {
        Map<String, String> query = query(second.group(2));
        if (query.containsKey("org") && query.containsKey("bucket")) {
          return new InfluxDatabase(
              second.group(1), "", decoded(query.get("org")), decoded(query.get("bucket")), token);
        }
      }
      throw new IllegalArgumentException(
          Text.of(
              "must be a write address, http://HOST:8086/api/v2/write?org=ORG&bucket=BUCKET or"
                  + " http://HOST:8086/write?db=DATABASE, got \"%s\"",
              write));
    }

    /** A name without its percent-encoding, which a push adds; not to that of a database. */
    private static String decoded(String name) {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    }

    private static Map<String, String> query(String text) {
      return Arrays.stream(text.split("&", -1))
          .map(pair -> pair.split("=", 2))
          .filter(pair -> pair.length == 2 && !pair[1].isEmpty())
          .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, HashMap::new));
    }
  }

  static LiveMetrics read(Settings settings) {
    InetAddress host = settings.parsed("metrics.host", LiveMetrics::ownAddress);
    int port = (int) settings.integer("metrics.port", 0, 65_535);
    checkFree(host, port, settings);
    String token = settings.text("metrics.push.influx-token");
    Optional<InfluxDatabase> influx =
        settings.parsed(
            "metrics.push.influx",
            text -> {
              InfluxDatabase.refuseOthers(text);
              return receiver(text).map(address -> InfluxDatabase.of(address, token));
            });
    if (influx.isEmpty() && !token.isEmpty()) {
      settings.problem("metrics.push.influx-token", "is for metrics.push.influx");
    }
    return new LiveMetrics(
        host,
        port,
        settings.parsed("metrics.push.otlp", text -> receiver(text).map(LiveMetrics::withPath)),
        influx);
  }

  public boolean any() {
    return port != 0 || otlp.isPresent() || influx.isPresent();
  }

  private static InetAddress ownAddress(String text) {
    try {
      InetAddress address = InetAddress.getByName(text.strip());
      if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null) {
        return address;
      }
    } catch (IOException e) {
      // Refused as any other address that is not of this machine.
    }
    throw new IllegalArgumentException(
        Text.of(
            "must be an address of this machine, or 0.0.0.0 for all of them, got \"%s\"", text));
  }

  private static void checkFree(InetAddress host, int port, Settings settings) {
    if (port != 0) {
      try {
        new ServerSocket(port, 1, host).close();
      } catch (IOException e) {
        settings.problem(
            "metrics.port", Text.of("must be a free port, but %d is not; name another", port));
      }
    }
  }

  /** A receiver that accepts a connection. */
  private static Optional<URI> receiver(String text) {
    if (text.strip().equals("none")) {
      return Optional.empty();
    }
    URI address = HttpAddress.parse(text);
    try (Socket socket = new Socket()) {
      URI known = HttpAddress.forClient(address);
      int usual = known.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
      socket.connect(
          new InetSocketAddress(known.getHost(), known.getPort() < 0 ? usual : known.getPort()),
          CONNECT_MILLIS);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          Text.of(
              "must be a receiver that is up, but %s accepts no connection (%s); start it, or leave"
                  + " the setting out",
              address, e.getMessage()));
    }
    return Optional.of(address);
  }

  /** The address with the usual path if it has none. */
  private static URI withPath(URI address) {
    boolean bare = address.getRawPath().isEmpty() || address.getRawPath().equals("/");
    return bare ? address.resolve(OTLP_PATH) : address;
  }
}
