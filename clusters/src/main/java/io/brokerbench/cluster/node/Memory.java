package io.brokerbench.cluster.node;

import com.sun.management.OperatingSystemMXBean;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The memory of this machine. */
public final class Memory {

  private static final Pattern MEM_AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

  private Memory() {}

  /** The memory available to processes started by brokerbench. */
  public static long availableBytes() {
    // The first includes memory that the kernel can reclaim, the second is limited by a container.
    return Math.min(
        kernelAvailableBytes(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  /**
   * The memory available to containers, which no limit of this process applies to.
   *
   * @param dockerBytes memory of the engine's machine
   * @param here whether that is this machine; of another one, it is not known what is free
   */
  public static long availableToContainersBytes(long dockerBytes, boolean here) {
    return here ? Math.min(dockerBytes, kernelAvailableBytes()) : dockerBytes;
  }

  private static long kernelAvailableBytes() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .map(MEM_AVAILABLE::matcher)
          .filter(Matcher::matches)
          .mapToLong(matcher -> Long.parseLong(matcher.group(1)) * 1024)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException | UncheckedIOException e) {
      // Other systems have no such file.
      return Long.MAX_VALUE;
    }
  }

  /** Formats a size: "1.5 GiB". */
  public static String size(long bytes) {
    return Text.of("%.1f GiB", bytes / (double) (1L << 30));
  }
}
