package io.brokerbench.it;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prometheus servers and exporters of a test, on loopback. */
final class Exporters implements AutoCloseable {

  static final String SERVER = "/usr/bin/prometheus";
  static final String NODE_EXPORTER = "/usr/bin/prometheus-node-exporter";
  static final String PROCESS_EXPORTER = "/usr/bin/prometheus-process-exporter";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();

  /** Keeps files below a directory. */
  Exporters(Path directory) {
    this.directory = directory;
  }

  /** An exporter that runs, and the address of its metrics. */
  record Exporter(Process process, String address) {

    /** Ends it as a crash would. */
    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  /** Starts a node exporter. */
  Exporter node(String... flags) throws Exception {
    int port = SmallCluster.freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                NODE_EXPORTER,
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=error",
                // Debian's excludes the loopback interface.
                "--collector.netdev.device-exclude=^none$"));
    command.addAll(List.of(flags));
    String address = String.format(Locale.ROOT, "http://127.0.0.1:%d/metrics", port);
    return new Exporter(start(command, address), address);
  }

  /**
   * Starts a process exporter.
   *
   * @param group name of the group of processes
   * @param patterns regular expressions that their command lines match
   */
  Exporter process(String group, String... patterns) throws Exception {
    int port = SmallCluster.freePort();
    Path file =
        Files.writeString(
            directory.resolve("groups.yml"),
            String.format(
                Locale.ROOT,
                "process_names: [{name: '%s', cmdline: ['%s']}]%n",
                group,
                String.join("', '", patterns)));
    String address = String.format(Locale.ROOT, "http://127.0.0.1:%d/metrics", port);
    return new Exporter(
        start(
            List.of(
                PROCESS_EXPORTER,
                "-config.path",
                file.toString(),
                "-web.listen-address=127.0.0.1:" + port),
            address),
        address);
  }

  /** A node exporter of a machine on which nothing happens: all of its counters stand still. */
  Exporter idleNode() throws Exception {
    Path proc = Files.createDirectories(directory.resolve("proc"));
    Files.createDirectories(proc.resolve("1/net"));
    Files.createDirectories(proc.resolve("net"));
    for (String file : List.of("stat", "meminfo", "loadavg", "diskstats", "net/dev")) {
      Files.writeString(proc.resolve(file), Files.readString(Path.of("/proc", file)));
    }
    return node(
        "--path.procfs=" + proc,
        "--collector.disable-defaults",
        "--collector.cpu",
        "--collector.meminfo",
        "--collector.loadavg",
        "--collector.diskstats",
        "--collector.netdev",
        "--no-collector.netdev.netlink",
        "--collector.time");
  }

  /**
   * Starts a server that asks an exporter, and waits until it has two of its samples.
   *
   * @param interval between two samples, such as {@code 1s}
   */
  String server(Exporter exporter, String interval) throws Exception {
    int port = SmallCluster.freePort();
    Path home = Files.createTempDirectory(directory, "prometheus");
    Path file =
        Files.writeString(
            home.resolve("prometheus.yml"),
            String.format(
                Locale.ROOT,
                "scrape_configs: [{job_name: node, scrape_interval: %s, scrape_timeout: 1s,"
                    + " static_configs: [{targets: ['%s']}]}]%n",
                interval,
                URI.create(exporter.address()).getAuthority()));
    String address = String.format(Locale.ROOT, "http://127.0.0.1:%d", port);
    start(
        List.of(
            SERVER,
            "--config.file=" + file,
            "--storage.tsdb.path=" + home.resolve("data"),
            "--web.listen-address=127.0.0.1:" + port,
            "--log.level=error"),
        address + "/-/ready");
    String counted = address + "/api/v1/query?query=count_over_time(node_load1%5B5m%5D)%3E1";
    await().atMost(PATIENCE).ignoreExceptions().until(() -> body(counted).contains("\"value\""));
    return address;
  }

  private String body(String address) throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  private Process start(List<String> command, String ready) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("exporters").toFile())
            .start();
    processes.add(process);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                client
                        .send(
                            HttpRequest.newBuilder(URI.create(ready)).build(),
                            BodyHandlers.discarding())
                        .statusCode()
                    == HttpURLConnection.HTTP_OK);
    return process;
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
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
}
