package io.brokerbench.mqtt.connect;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Addresses of this machine from which connections are opened in turn. Thread-safe. */
final class SourceAddresses {

  private final List<InetAddress> addresses;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * @param addresses empty for the choice of the machine
   */
  SourceAddresses(List<InetAddress> addresses) {
    this.addresses = List.copyOf(addresses);
  }

  /** Reads addresses that are separated by commas. */
  static List<InetAddress> parse(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(address -> !address.isEmpty())
        .map(SourceAddresses::own)
        .distinct()
        .toList();
  }

  /** An address of this machine; the network interfaces have only one of the loopback addresses. */
  private static InetAddress own(String text) {
    try {
      InetAddress address = InetAddress.getByName(text);
      if (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null) {
        return address;
      }
    } catch (IOException e) {
      // Refused as any other address that is not of this machine.
    }
    throw new IllegalArgumentException(
        Text.of("must be addresses of this machine, separated by commas, got \"%s\"", text));
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
