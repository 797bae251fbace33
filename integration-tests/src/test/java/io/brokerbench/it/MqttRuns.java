package io.brokerbench.it;

import io.brokerbench.testkit.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs of the consumer benchmark with the driver {@code mqtt}, each below a directory of its own.
 */
final class MqttRuns {

  /** Settings that keep HiveMQ small. */
  static final List<String> SMALL_HIVEMQ =
      List.of("--set", "cluster.heap=256m", "--set", TestJvm.CLUSTER_FLAGS);

  private final Path home;
  private int runs;

  MqttRuns(Path home) {
    this.home = home;
  }

  /** A run with a broker started by brokerbench. */
  Bench own(String broker, String flags) throws Exception {
    List<String> all = new ArrayList<>(List.of("--set", "cluster.broker=" + broker));
    if (broker.equals("hivemq")) {
      all.addAll(SMALL_HIVEMQ);
    }
    return start(all, flags);
  }

  /** A run with an external broker. */
  Bench external(String address, String flags) throws Exception {
    return start(List.of("-n", address), flags);
  }

  /** A run of the producer benchmark with an external broker. */
  Bench producer(String address, String flags) throws Exception {
    return start(Bench.PRODUCER, List.of("-n", address), flags);
  }

  private Bench start(List<String> broker, String flags) throws Exception {
    return start(Bench.CONSUMER, broker, flags);
  }

  private Bench start(String mainClass, List<String> broker, String flags) throws Exception {
    List<String> all = new ArrayList<>(List.of("--driver", "mqtt", "--warmup", "0"));
    all.addAll(broker);
    all.addAll(List.of(flags.strip().split(" +", -1)));
    return Bench.start(
        Path.of(System.getProperty("java.home")),
        mainClass,
        Files.createDirectory(home.resolve("run" + runs++)),
        all.toArray(String[]::new));
  }
}
