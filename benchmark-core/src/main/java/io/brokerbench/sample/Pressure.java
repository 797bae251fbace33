package io.brokerbench.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's pressure stall information: the time that some task waited for a resource (kernel
 * documentation, accounting/psi).
 */
final class Pressure {

  private static final List<String> RESOURCES = List.of("cpu", "io", "memory");
  private static final Path DIRECTORY = Path.of("/proc/pressure");
  private static final Pattern TOTAL = Pattern.compile("some .*total=(\\d+)");
  private static final long NANOS_PER_MICRO = 1_000;

  private Pressure() {}

  /** Time by resource since the start of the system; empty if it does not report it. */
  static Map<String, Long> nanos() {
    Map<String, Long> nanos = new HashMap<>();
    for (String resource : RESOURCES) {
      try {
        Matcher total = TOTAL.matcher(Files.readString(DIRECTORY.resolve(resource)));
        if (total.find()) {
          nanos.put(resource, Long.parseLong(total.group(1)) * NANOS_PER_MICRO);
        }
      } catch (IOException e) {
        // The system was built or started without it.
      }
    }
    return nanos;
  }
}
