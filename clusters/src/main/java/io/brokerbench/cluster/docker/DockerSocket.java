package io.brokerbench.cluster.docker;

import io.brokerbench.address.HostPort;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Explains why the Docker engine is not accessible, or not used. */
final class DockerSocket {

  private static final String TCP = "tcp://";
  private static final String SSH = "ssh://";
  private static final String DEFAULT = "unix:///var/run/docker.sock";

  private DockerSocket() {}

  /** One sentence with a remedy, for an engine that does not answer. */
  static String whyNoAnswer(String address) {
    return Text.of("no Docker engine answers at %s: %s", address, why(address));
  }

  /** One sentence with a remedy, for an engine that is on another machine. */
  static String isElsewhere(String address) {
    return Text.of(
        "the Docker engine at %s is on another machine: start brokers there, and use cluster.host external",
        address);
  }

  /**
   * Why an engine is not even asked; empty if it is.
   *
   * @param tls whether the user's settings require TLS
   */
  static Optional<String> refusal(String address, boolean tls) {
    if (address.startsWith(SSH) || (tls && !isNear(address))) {
      return Optional.of(isElsewhere(address));
    }
    return tls
        ? Optional.of(
            Text.of("the Docker engine at %s requires TLS: use the address of its socket", address))
        : Optional.empty();
  }

  /** Whether an engine publishes ports on this machine's loopback address. */
  static boolean isNear(String address) {
    return !address.startsWith(TCP) || HostPort.parse(address.substring(TCP.length())).isLoopback();
  }

  /** The engine that the user named in {@code DOCKER_HOST}, or the usual socket. */
  static String place() {
    return Optional.ofNullable(System.getenv("DOCKER_HOST"))
        .filter(text -> !text.isBlank())
        .orElse(DEFAULT);
  }

  /**
   * The same engine at an address that its client can read, which takes no names with underscores.
   *
   * @throws IllegalArgumentException if it is {@code tcp://} without a host and a port
   * @throws UnknownHostException if such a name has no IP address
   */
  static String forClient(String address) throws UnknownHostException {
    return address.startsWith(TCP)
        ? TCP + HostPort.parse(address.substring(TCP.length())).forUri()
        : address;
  }

  static String why(String address) {
    String remedy = "start Docker, or set DOCKER_HOST, or use cluster.host process";
    try {
      forClient(address);
    } catch (UnknownHostException e) {
      return "its host is unknown; " + remedy;
    } catch (IllegalArgumentException e) {
      return Text.of("behind tcp://, it %s; %s", e.getMessage(), remedy);
    }
    if (!address.startsWith("unix://")) {
      return remedy;
    }
    Path socket = Path.of(address.substring("unix://".length()));
    if (Files.notExists(socket)) {
      return "there is no such socket; " + remedy;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      return "it accepts connections, but does not answer; " + remedy;
    } catch (IOException e) {
      return Files.isWritable(socket)
          ? Text.of("%s; %s", e.getMessage(), remedy)
          : "no permission; join the group that owns the socket (docker), or use cluster.host"
              + " process";
    }
  }
}
