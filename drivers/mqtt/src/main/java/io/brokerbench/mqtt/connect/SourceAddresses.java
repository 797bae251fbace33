package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Addresses of this machine from which connections are opened in turn. Thread-safe.
 *
 * <p>Workers on several machines have the addresses of all, of which each uses its own.
 */
final class SourceAddresses {

  private final List<InetAddress> addresses;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param addresses those of this machine among them are used; without one, the machine chooses
   */
  SourceAddresses(List<InetAddress> addresses) {
    this.addresses = addresses.stream().filter(SourceAddresses::isOwn).toList();
  }

  /** Reads addresses that are separated by commas. */
  static List<InetAddress> parse(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(address -> !address.isEmpty())
        .map(SourceAddresses::address)
        .distinct()
        .toList();
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          Text.of("must be addresses separated by commas, got \"%s\"", text), e);
    }
  }

  /** Whether an address is of this machine, whose interfaces have but one of the loopback ones. */
  static boolean isOwn(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  /**
   * Number of the addresses that are of this machine; 0 if there are no addresses.
   *
   * @throws BrokerException if there are addresses, and none is of this machine
   */
  static int countOwn(List<InetAddress> addresses) throws BrokerException {
    int own = (int) addresses.stream().filter(SourceAddresses::isOwn).count();
    if (own == 0 && !addresses.isEmpty()) {
      throw new BrokerException(
          Text.of(
              "mqtt.source-addresses has no address of this machine, which opens connections; add"
                  + " one to %s",
              addresses.stream()
                  .map(InetAddress::getHostAddress)
                  .collect(Collectors.joining(","))));
    }
    return own;
  }

  /** The address of the next connection; empty for the choice of the machine. */
  Optional<InetAddress> next() {
    return addresses.isEmpty()
        ? Optional.empty()
        : Optional.of(addresses.get(Math.floorMod(turn.getAndIncrement(), addresses.size())));
  }

  /** Binds a socket that is not connected to the address of the next connection. */
  Socket bound(Socket socket) throws IOException {
    Optional<InetAddress> source = next();
    if (source.isPresent()) {
      socket.bind(new InetSocketAddress(source.get(), 0));
    }
    return socket;
  }
}
