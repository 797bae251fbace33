package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.mqtt.MqttSettings.Persistence;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.Optional;

/** Checks whether a cluster can be started on this machine now, and reports the problems. */
final class MqttFeasibility {

  private static final long DISK_BYTES = 1L << 30;

  private MqttFeasibility() {}

  static void check(MqttProcesses wanted, Settings settings) {
    switch (wanted.mqtt().broker()) {
      case HIVEMQ -> {
        wanted.checkReleaseOfHiveMq(settings);
        memory(wanted.mqtt()).check(MemoryNeed.availableBytes(), settings);
      }
      case MOSQUITTO -> checkInstallation(wanted.mqtt(), MqttInstallation.find(), settings);
      case EMQX ->
          settings.problem(
              "cluster.broker",
              "emqx is for hosts container and external: add cluster.host=container, or external with cluster.addresses");
    }
    wanted.mqtt().namedPorts().ifPresent(ports -> ports.checkFree(settings));
    checkDisk(wanted, wanted.dataDirectory().toFile().getUsableSpace(), settings);
  }

  static void checkInstallation(
      MqttSettings wanted, Optional<MqttInstallation> installation, Settings settings) {
    if (installation.isEmpty()) {
      settings.problem(
          "cluster.broker",
          "mosquitto is not installed here; install it (on Debian: apt-get install mosquitto), or"
              + " use cluster.host container, or cluster.broker hivemq");
      return;
    }
    MqttRelease there = installation.get().release();
    Optional<MqttRelease> other = wanted.release().filter(release -> !there.is(release));
    if (other.isPresent()) {
      settings.problem(
          "cluster.version",
          Text.of(
              "must be the release that is installed, %s, got \"%s\"; use cluster.host container for another",
              there.name(), other.get().name()));
    }
  }

  /** The memory of a process. */
  static MemoryNeed memory(MqttSettings wanted) {
    return memory(wanted, "set a smaller heap, or cluster.broker mosquitto");
  }

  static MemoryNeed memory(MqttSettings wanted, String remedy) {
    return new MemoryNeed(
        "cluster.heap", neededBytes(wanted), " (heap and as much direct memory)", remedy);
  }

  /** The maximum memory of HiveMQ; 0 for other brokers. */
  static long neededBytes(MqttSettings wanted) {
    return wanted.broker() == Broker.HIVEMQ ? Jvm.maxBytes(wanted.heapBytes()) : 0;
  }

  static void checkDisk(MqttProcesses wanted, long usableBytes, Settings settings) {
    if (wanted.mqtt().persistence() == Persistence.FILE) {
      ProcessHost.checkDisk(wanted.dataDirectory(), DISK_BYTES, "", usableBytes, settings);
    }
  }
}
