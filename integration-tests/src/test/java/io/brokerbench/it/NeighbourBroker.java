package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.child.ChildMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A master of another RocketMQ cluster at the same name server: a copy of a running one, with
 * names, ports and data of its own.
 */
final class NeighbourBroker implements AutoCloseable {

  static final String CLUSTER = "neighbour";
  static final String NAME = "broker-n";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int HA_OFFSET = 1;
  private static final int LISTEN_OFFSET = 4;

  private final Process process;

  private NeighbourBroker(Process process) {
    this.process = process;
  }

  /**
   * Starts the broker and waits until it is registered.
   *
   * @param master the running broker
   * @param home a directory that does not exist yet
   */
  static NeighbourBroker of(ProcessHandle master, Path home, Topics topics) throws Exception {
    List<String> command = command(master);
    Path file = Path.of(command.get(command.size() - 1));
    Path original = file.getParent().getParent();
    copy(original, home);
    Path copied = home.resolve(original.relativize(file));
    configure(copied, home);
    ProcessBuilder builder =
        new ProcessBuilder(
            command.stream()
                .map(argument -> argument.replace(original.toString(), home.toString()))
                .toList());
    builder.environment().put("ROCKETMQ_HOME", home.toString());
    builder.redirectErrorStream(true).redirectOutput(home.resolve("output").toFile());
    long before = topics.brokers();
    NeighbourBroker broker = new NeighbourBroker(builder.start());
    try {
      Writer input = broker.process.outputWriter(StandardCharsets.UTF_8);
      input.write(ChildMain.GO + "\n");
      input.flush();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(topics.brokers()).isEqualTo(before + 1));
      return broker;
    } catch (Exception | AssertionError e) {
      broker.close();
      throw e;
    }
  }

  private static List<String> command(ProcessHandle process) throws IOException {
    String line = Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    return List.of(line.split("\0", -1)).stream().filter(argument -> !argument.isEmpty()).toList();
  }

  /** Copies files and directories except the data and the logs. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files
          .filter(file -> !file.startsWith(from.resolve("store")))
          .filter(file -> !file.startsWith(from.resolve("logs")))
          .filter(file -> Files.isRegularFile(file) || Files.isDirectory(file))
          .forEach(file -> copyOne(file, to.resolve(from.relativize(file).toString())));
    }
  }

  private static void copyOne(Path from, Path to) {
    try {
      Files.copy(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void configure(Path file, Path home) throws IOException {
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    int port = SmallCluster.freePort();
    properties.setProperty("brokerClusterName", CLUSTER);
    properties.setProperty("brokerName", NAME);
    properties.setProperty("haListenPort", Integer.toString(port + HA_OFFSET));
    properties.setProperty("listenPort", Integer.toString(port + LISTEN_OFFSET));
    properties.setProperty("storePathRootDir", home.resolve("store").toString());
    properties.setProperty("storePathCommitLog", home.resolve("store/commitlog").toString());
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
