package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import oshi.hardware.NetworkIF;

/**
 * The speeds of this machine's network cards, on Linux from {@code /sys/class/net} (kernel
 * documentation, ABI/testing/sysfs-class-net): OSHI takes a megabit of the kernel for 2^20 bits.
 */
final class NetworkCards {

  private static final Path INTERFACES = Path.of("/sys/class/net");
  private static final long BITS_PER_MEGABIT = 1_000_000;

  /** Older kernels report a speed that is not known as -1 without its sign. */
  private static final long MOST_MEGABITS = Integer.MAX_VALUE;

  private NetworkCards() {}

  /** Bits per second of an interface; 0 if it is that of no card, or of one without known speed. */
  static long bitsPerSecond(NetworkIF card) {
    return Files.isDirectory(INTERFACES)
        ? bitsPerSecond(INTERFACES.resolve(card.getName()))
        : card.getSpeed();
  }

  /**
   * The same by the directory of the interface. Only cards have a device: tunnels and the
   * interfaces of containers report a nominal speed that does not limit their traffic.
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
