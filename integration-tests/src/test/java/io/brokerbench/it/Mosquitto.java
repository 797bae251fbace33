package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

/** A mosquitto process of a test, which can be stopped and restarted with its stored state. */
final class Mosquitto implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String LOOPBACK = "127.0.0.1";

  /** Client identifiers of brokerbench. */
  private static final Pattern CLIENT = Pattern.compile("bb[0-9A-Za-z]{11}[ps][0-9x]+");

  private final Path directory;
  private final int port;
  private Process process;

  private Mosquitto(Path directory, int port) throws IOException {
    this.directory = directory;
    this.port = port;
    this.process = launch();
  }

  /**
   * Starts mosquitto with its files in an existing directory.
   *
   * @param lines additional lines of its configuration
   */
  static Mosquitto start(Path directory, String... lines) throws IOException {
    int port = SmallCluster.freePort();
    String configuration =
        String.format(
            Locale.ROOT,
            """
        user root
        listener %d %s
        allow_anonymous true
        persistence true
        persistence_location %s/
        max_inflight_messages 1000
        max_queued_messages 100000
        set_tcp_nodelay true
        log_dest stderr
        """,
            port,
            LOOPBACK,
            directory);
    if (Stream.of(lines).noneMatch(line -> line.startsWith("sys_interval"))) {
      configuration += "sys_interval 1\n";
    }
    Files.writeString(
        directory.resolve("mosquitto.conf"), configuration + String.join("\n", lines) + "\n");
    Mosquitto mosquitto = new Mosquitto(directory, port);
    mosquitto.awaitReady();
    return mosquitto;
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(program(), "-c", directory.resolve("mosquitto.conf").toString())
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("log").toFile()))
        .start();
  }

  /** The path of the program, whose directory is not on the PATH of all users. */
  private static String program() {
    return Stream.of(
            (System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(File.pathSeparator, -1))
        .map(place -> Path.of(place, "mosquitto"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow()
        .toString();
  }

  private void awaitReady() {
    await().atMost(PATIENCE).until(this::listens);
  }

  private boolean listens() {
    assertThat(process.isAlive()).as("runs: %s", directory).isTrue();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  String address() {
    return LOOPBACK + ":" + port;
  }

  /** Ends mosquitto in an orderly way, so that it stores its state. */
  void end() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  /** Starts mosquitto again with the files of the ended process. */
  void startAgain() throws IOException {
    process = launch();
    awaitReady();
  }

  /** The brokerbench clients whose sessions were stored at the end. */
  Set<String> sessions() throws IOException {
    String written =
        Files.readString(directory.resolve("mosquitto.db"), StandardCharsets.ISO_8859_1);
    Set<String> sessions = new TreeSet<>();
    CLIENT.matcher(written).results().forEach(result -> sessions.add(result.group()));
    return sessions;
  }

  /** Topics with a retained message for a new subscriber. */
  Set<String> retained(String... filters) throws Exception {
    Set<String> topics = ConcurrentHashMap.newKeySet();
    try (MqttClient newcomer =
        new MqttClient("tcp://" + address(), "newcomer", new MemoryPersistence())) {
      newcomer.connect();
      for (String filter : filters) {
        newcomer.subscribe(filter, 0, (topic, message) -> topics.add(topic));
      }
      // Retained messages come before those published now.
      CountDownLatch last = new CountDownLatch(1);
      newcomer.subscribe("last", 0, (topic, message) -> last.countDown());
      newcomer.publish("last", new byte[1], 0, false);
      assertThat(last.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      newcomer.disconnect();
    }
    return topics;
  }

  /** What the broker has logged so far, such as a line for each client that it accepted. */
  String log() throws IOException {
    return Files.readString(directory.resolve("log"));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
