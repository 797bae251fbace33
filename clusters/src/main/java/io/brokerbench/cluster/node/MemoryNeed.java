package io.brokerbench.cluster.node;

import com.sun.management.OperatingSystemMXBean;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The memory that all nodes of a cluster need.
 *
 * @param key the setting that determines it
 * @param bytes 0 if unknown
 * @param purpose an addition to "memory" in the message
 * @param remedy the end of the message: the settings to change
 */
public record MemoryNeed(String key, long bytes, String purpose, String remedy) {

  private static final Pattern MEM_AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

  /** Reports as a problem that this machine has too little memory to start them. */
  public void check(long availableBytes, Settings settings) {
    if (bytes > availableBytes && !settings.clusterIsRunning()) {
      settings.problem(
          key,
          Text.of(
              "needs %s of memory%s, of which %s are missing; %s",
              size(bytes), purpose, size(bytes - availableBytes), remedy));
    }
  }

  /** Refuses to start them in containers if these have too little memory. */
  public void requireOfDocker(long availableBytes) throws BrokerException {
    if (bytes > availableBytes) {
      throw new BrokerException(
          Text.of(
              "%s needs %s of memory%s, but %s are available to Docker; %s",
              key, size(bytes), purpose, size(availableBytes), remedy));
    }
  }

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
