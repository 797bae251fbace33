package io.brokerbench.cluster.rocketmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.cluster.process.LoopbackOnly;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The flags of the JVMs started by brokerbench, each with a separate home directory. */
final class JvmFlags {

  private static final int UNSAFE_WARNS_FROM = 24;

  private JvmFlags() {}

  static List<String> nameServer(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site, Path home) {
    List<String> flags = common(site, home, settings.nameServerHeapBytes());
    // The name server is not measured; these flags shorten its start.
    flags.add("-XX:+UseSerialGC");
    flags.add("-XX:TieredStopAtLevel=1");
    return flags;
  }

  static List<String> broker(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site, Path home) {
    List<String> flags = common(site, home, settings.heapBytes());
    flags.add(Jvm.directMemory(settings.directMemoryBytes()));
    flags.add("-XX:-OmitStackTraceInFastThrow");
    flags.addAll(Jvm.withCollector(settings.jvmFlags()));
    return flags;
  }

  static List<String> proxy(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site, Path home) {
    List<String> flags = common(site, home, settings.proxyHeapBytes());
    flags.add(Jvm.directMemory(settings.proxyHeapBytes()));
    flags.add("-XX:+UseG1GC");
    return flags;
  }

  private static List<String> common(
      Placement<RocketMqPortLayout> site, Path home, long heapBytes) {
    List<String> flags = new ArrayList<>(Jvm.flags(heapBytes, home));
    if (site.bindAddress().equals(HostPort.LOOPBACK)) {
      flags.add(LoopbackOnly.flag(home));
    }
    flags.add("-Drmq.logback.configurationFile=" + home.resolve(Logback.SHADED));
    if (site.certificate().isPresent()) {
      flags.add("-Dtls.test.mode.enable=false");
      flags.add("-Dtls.server.certPath=" + home.resolve(Certificate.FILE));
      flags.add("-Dtls.server.keyPath=" + home.resolve(Certificate.KEY_FILE));
    } else {
      // Otherwise each process creates a certificate: seconds of processor time at every start.
      flags.add("-Dtls.server.mode=disabled");
    }
    return flags;
  }

  /** The flags that open a JDK of a feature number, 9 or later, to a release of RocketMQ. */
  static List<String> access(RocketMqRelease release, int feature) {
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
