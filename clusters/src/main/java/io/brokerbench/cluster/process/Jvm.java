package io.brokerbench.cluster.process;

import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The flags of every JVM that brokerbench starts, for any broker. */
public final class Jvm {

  /** Memory in addition to heap and buffers: metaspace, code, stacks, that of the collector. */
  public static final long OVERHEAD_BYTES = 160L << 20;

  private static final long MIN_HEAP_BYTES = 64L << 20;
  private static final long MAX_HEAP_BYTES = 1L << 40;
  private static final String COLLECTOR = "-XX:\\+Use\\w+GC";
  private static final String HEAP =
      "-(Xm[sx]|XX:(Max|Initial)HeapSize=|XX:MaxDirectMemorySize=).*";

  private Jvm() {}

  /**
   * Reads the setting for the data's directory, which is part of the class path of JVMs.
   *
   * @throws IllegalArgumentException if {@link ProcessHost#parent} throws it, or if a class path
   *     cannot contain the directory
   */
  public static Path parentOfHomes(String text) {
    Path directory = ProcessHost.parent(text);
    if (!text.isBlank() && directory.toString().contains(File.pathSeparator)) {
      throw new IllegalArgumentException(
          Text.of(
              "must have no \"%s\" in its path, which separates the entries of a JVM's class path, got \"%s\"",
              File.pathSeparator, directory));
    }
    return directory;
  }

  public static long heapBytes(Settings settings, String key) {
    return settings.bytes(key, MIN_HEAP_BYTES, MAX_HEAP_BYTES);
  }

  /** Maximum memory of a JVM with this heap and as much direct memory. */
  public static long maxBytes(long heapBytes) {
    return 2 * heapBytes + OVERHEAD_BYTES;
  }

  /**
   * Parses flags that are separated by spaces.
   *
   * @throws IllegalArgumentException if one is no flag, or sets heap or direct memory; the message
   *     completes a sentence that starts with the key
   */
  public static List<String> parseFlags(String text) {
    List<String> flags = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    for (String flag : flags) {
      if (!flag.startsWith("-")) {
        throw new IllegalArgumentException(
            Text.of("must be flags that begin with a hyphen, got \"%s\"", flag));
      }
      if (flag.matches(HEAP)) {
        throw new IllegalArgumentException(Text.of("cannot have %s: use cluster.heap", flag));
      }
    }
    return flags;
  }

  /** Flags for the heap and for the directories {@code user} and {@code tmp} below the home. */
  public static List<String> flags(long heapBytes, Path home) {
    return List.of(
        "-Xms" + kibibytes(heapBytes),
        "-Xmx" + kibibytes(heapBytes),
        // A JVM that runs out of memory must end rather than continue impaired.
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:+PerfDisableSharedMem",
        "-Duser.home=" + home.resolve("user"),
        // Native libraries are unpacked there, and a killed JVM does not delete them.
        "-Djava.io.tmpdir=" + home.resolve("tmp"));
  }

  /** The flag that limits direct memory, which is outside the heap. */
  public static String directMemory(long bytes) {
    return "-XX:MaxDirectMemorySize=" + kibibytes(bytes);
  }

  /** Adds G1 to flags that choose no collector: on small machines the default is another one. */
  public static List<String> withCollector(List<String> chosen) {
    return chosen.stream().anyMatch(flag -> flag.matches(COLLECTOR))
        ? chosen
        : Stream.concat(Stream.of("-XX:+UseG1GC"), chosen.stream()).toList();
  }

  private static String kibibytes(long bytes) {
    return bytes / 1024 + "k";
  }
}
