package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.Jvm;
import io.brokerbench.cluster.LoopbackOnly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The flags of the JVMs that we start, each with a home directory of its own. */
final class JvmFlags {

  private static final int UNSAFE_WARNS_FROM = 24;

  private JvmFlags() {}

  static List<String> nameServer(RocketMqSettings settings, Site site, Path home) {
    List<String> flags = common(settings, site, home, settings.nameServerHeapBytes());
    // Nobody measures it: the sooner it is up the better.
    flags.add("-XX:+UseSerialGC");
    flags.add("-XX:TieredStopAtLevel=1");
    return flags;
  }

  static List<String> broker(RocketMqSettings settings, Site site, Path home) {
    List<String> flags = common(settings, site, home, settings.heapBytes());
    flags.add(Jvm.directMemory(settings.heapBytes()));
    flags.add("-XX:-OmitStackTraceInFastThrow");
    flags.addAll(Jvm.withCollector(settings.jvmFlags()));
    return flags;
  }

  static List<String> proxy(RocketMqSettings settings, Site site, Path home) {
    List<String> flags = common(settings, site, home, settings.proxyHeapBytes());
    flags.add(Jvm.directMemory(settings.proxyHeapBytes()));
    flags.add("-XX:+UseG1GC");
    return flags;
  }

  private static List<String> common(
      RocketMqSettings settings, Site site, Path home, long heapBytes) {
    List<String> flags = new ArrayList<>(Jvm.flags(heapBytes, home));
    if (site.bindAddress().equals(Site.LOOPBACK)) {
      flags.add(LoopbackOnly.flag(home));
    }
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
}
