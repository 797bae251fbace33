package io.brokerbench.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The flags of every JVM that we start, whatever broker is in it. */
public final class Jvm {

  private static final String COLLECTOR = "-XX:\\+Use\\w+GC";
  private static final String HEAP =
      "-(Xm[sx]|XX:(Max|Initial)HeapSize=|XX:MaxDirectMemorySize=).*";

  private Jvm() {}

  /**
   * Flags with spaces between them.
   *
   * @throws IllegalArgumentException whose message continues a sentence that begins with the key
   */
  public static List<String> parseFlags(String text) {
    List<String> flags = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    for (String flag : flags) {
      if (!flag.startsWith("-")) {
        throw new IllegalArgumentException(
            String.format(Locale.ROOT, "must be flags that begin with a hyphen, got \"%s\"", flag));
      }
      if (flag.matches(HEAP)) {
        throw new IllegalArgumentException(
            String.format(Locale.ROOT, "cannot have %s: use cluster.heap", flag));
      }
    }
    return flags;
  }

  /** Its heap, and directories of its own below its home: {@code user} and {@code tmp}. */
  public static List<String> flags(long heapBytes, Path home) {
    List<String> flags = new ArrayList<>();
    flags.add("-Xms" + kibibytes(heapBytes));
    flags.add("-Xmx" + kibibytes(heapBytes));
    // A process without memory is to end, not to limp.
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.add("-XX:+PerfDisableSharedMem");
    flags.add("-Duser.home=" + home.resolve("user"));
    // Native libraries unpack themselves there, and a killed JVM does not tidy up.
    flags.add("-Djava.io.tmpdir=" + home.resolve("tmp"));
    return flags;
  }

  /** The limit of memory beside the heap. */
  public static String directMemory(long bytes) {
    return "-XX:MaxDirectMemorySize=" + kibibytes(bytes);
  }

  /** What a person chose, and G1 unless a collector is among it: small machines have another. */
  public static List<String> withCollector(List<String> chosen) {
    List<String> flags = new ArrayList<>();
    if (chosen.stream().noneMatch(flag -> flag.matches(COLLECTOR))) {
      flags.add("-XX:+UseG1GC");
    }
    flags.addAll(chosen);
    return flags;
  }

  private static String kibibytes(long bytes) {
    return bytes / 1024 + "k";
  }
}
