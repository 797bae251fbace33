package io.brokerbench.cluster.rocketmq;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The flags of the JVMs that we start, each with a home directory of its own. */
final class JvmFlags {

  private static final int UNSAFE_WARNS_FROM = 24;
  private static final String COLLECTOR = "-XX:\\+Use\\w+GC";
  private static final String HEAP =
      "-(Xm[sx]|XX:(Max|Initial)HeapSize=|XX:MaxDirectMemorySize=).*";

  private JvmFlags() {}

  static List<String> nameServer(RocketMqSettings settings, Path home) {
    List<String> flags = common(settings, home, settings.nameServerHeapBytes());
    // Nobody measures it: the sooner it is up the better.
    flags.add("-XX:+UseSerialGC");
    flags.add("-XX:TieredStopAtLevel=1");
    return flags;
  }

  static List<String> broker(RocketMqSettings settings, Path home) {
    List<String> flags = common(settings, home, settings.heapBytes());
    flags.add("-XX:MaxDirectMemorySize=" + kibibytes(settings.heapBytes()));
    flags.add("-XX:-OmitStackTraceInFastThrow");
    if (settings.jvmFlags().stream().noneMatch(flag -> flag.matches(COLLECTOR))) {
      // As RocketMQ's own scripts have it; on a small machine the JVM would choose another.
      flags.add("-XX:+UseG1GC");
    }
    flags.addAll(settings.jvmFlags());
    return flags;
  }

  static List<String> proxy(RocketMqSettings settings, Path home) {
    List<String> flags = common(settings, home, settings.proxyHeapBytes());
    flags.add("-XX:MaxDirectMemorySize=" + kibibytes(settings.proxyHeapBytes()));
    flags.add("-XX:+UseG1GC");
    return flags;
  }

  /** Flags with spaces between them. */
  static List<String> parse(String text) {
    List<String> flags = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    for (String flag : flags) {
      if (!flag.startsWith("-")) {
        throw new IllegalArgumentException(
            "must be flags that begin with a hyphen, got \"%s\"".formatted(flag));
      }
      if (flag.matches(HEAP)) {
        throw new IllegalArgumentException("cannot have %s: use cluster.heap".formatted(flag));
      }
    }
    return flags;
  }

  private static List<String> common(RocketMqSettings settings, Path home, long heapBytes) {
    List<String> flags = new ArrayList<>();
    flags.add("-Xms" + kibibytes(heapBytes));
    flags.add("-Xmx" + kibibytes(heapBytes));
    // A process without memory is to end, not to limp.
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.add("-XX:+PerfDisableSharedMem");
    flags.add("-Duser.home=" + home.resolve("user"));
    // Native libraries unpack themselves there, and a killed JVM does not tidy up.
    flags.add("-Djava.io.tmpdir=" + home.resolve("tmp"));
    flags.add("-Drmq.logback.configurationFile=" + home.resolve(Logback.SHADED));
    if (!settings.tls()) {
      // Else each process makes itself a certificate: seconds of processor time at every start.
      flags.add("-Dtls.server.mode=disabled");
    }
    return flags;
  }

  /** What opens a JDK of that feature number, 9 or later, to a release of RocketMQ. */
  static List<String> access(Release release, int feature) {
    List<String> flags = new ArrayList<>();
    if (release.needsOpenJdk()) {
      flags.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
      flags.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
      flags.add("--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED");
    }
    if (feature >= UNSAFE_WARNS_FROM) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    return flags;
  }

  private static String kibibytes(long bytes) {
    return bytes / 1024 + "k";
  }
}
