package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import oshi.hardware.NetworkIF;

/**
 * The network interfaces that this machine had at first, with the speeds of its cards. On Linux,
 * counters are those of {@code /proc/net/dev}, one file for all interfaces, of which OSHI would
 * read ten for each; speeds are those of {@code /sys/class/net} (kernel documentation,
 * ABI/testing/sysfs-class-net), since OSHI takes a megabit of the kernel for 2^20 bits. Not
 * thread-safe.
 */
final class NetworkCards {

  private static final Path COUNTERS = Path.of("/proc/net/dev");
  private static final Path INTERFACES = Path.of("/sys/class/net");
  private static final int RECEIVED_BYTES = 0;
  private static final int SENT_BYTES = 8;
  private static final long BITS_PER_MEGABIT = 1_000_000;

  /** Older kernels report a speed that is not known as -1 without its sign. */
  private static final long MOST_MEGABITS = Integer.MAX_VALUE;

  /** With the bits per second of each; 0 unless it is a card's. */
  private final Map<NetworkIF, Long> interfaces = new LinkedHashMap<>();

  /**
   * Traffic since the start of the interfaces.
   *
   * @param bytes received and sent, by interface
   * @param busyNanos by direction of each card with known speed: time that its bytes take
   */
  record Traffic(Map<String, Long> bytes, Map<String, Long> busyNanos) {}

  /** Bytes that an interface received and sent. */
  record Counters(long received, long sent) {}

  NetworkCards(List<NetworkIF> interfaces) {
    for (NetworkIF each : interfaces) {
      this.interfaces.put(
          each,
          Files.isDirectory(INTERFACES)
              ? bitsPerSecond(INTERFACES.resolve(each.getName()))
              : each.getSpeed());
    }
  }

  /** Reads the counters now; those of interfaces that are gone are left out. */
  Traffic traffic() {
    Map<String, Counters> counters = Files.exists(COUNTERS) ? counters(COUNTERS) : ofOshi();
    Map<String, Long> bytes = new HashMap<>();
    Map<String, Long> busy = new HashMap<>();
    interfaces.forEach(
        (each, bitsPerSecond) -> {
          String name = each.getName();
          Counters counted = counters.get(name);
          if (counted == null) {
            return;
          }
          bytes.put(name, counted.received + counted.sent);
          if (bitsPerSecond > 0) {
            double nanosPerByte = 8e9 / bitsPerSecond;
            busy.put(name + " received", Math.round(counted.received * nanosPerByte));
            busy.put(name + " sent", Math.round(counted.sent * nanosPerByte));
          }
        });
    return new Traffic(bytes, busy);
  }

  private Map<String, Counters> ofOshi() {
    Map<String, Counters> counters = new HashMap<>();
    for (NetworkIF each : interfaces.keySet()) {
      if (each.updateAttributes()) {
        counters.put(each.getName(), new Counters(each.getBytesRecv(), each.getBytesSent()));
      }
    }
    return counters;
  }

  /** The counters in a file of the kernel, by interface; none if it cannot be read. */
  static Map<String, Counters> counters(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      return Map.of();
    }
    Map<String, Counters> counters = new HashMap<>();
    for (String line : lines) {
      // A name may contain a colon, as that of an alias; the counters do not.
      int colon = line.lastIndexOf(':');
      if (colon > 0) {
        String[] figures = line.substring(colon + 1).strip().split("\\s+", -1);
        counters.put(
            line.substring(0, colon).strip(),
            new Counters(
                Long.parseLong(figures[RECEIVED_BYTES]), Long.parseLong(figures[SENT_BYTES])));
      }
    }
    return counters;
  }

  /**
   * Bits per second of an interface; 0 if it is that of no card, or of one without known speed.
   * Only cards have a device: tunnels and the interfaces of containers report a nominal speed that
   * does not limit their traffic.
   *
   * @param card the directory of the interface
   */
  static long bitsPerSecond(Path card) {
    if (!Files.exists(card.resolve("device"))) {
      return 0;
    }
    try {
      long megabits = Long.parseLong(Files.readString(card.resolve("speed")).strip());
      return megabits > 0 && megabits <= MOST_MEGABITS ? megabits * BITS_PER_MEGABIT : 0;
    } catch (IOException | NumberFormatException e) {
      // The kernel refuses to read the speed of a card without a link.
      return 0;
    }
  }
}
