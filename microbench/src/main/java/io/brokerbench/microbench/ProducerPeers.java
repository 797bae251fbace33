package io.brokerbench.microbench;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.run.Experiment;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * RocketMQ's own Producer against ours: same cluster, same JVM flags, in turn. What counts is taken
 * from outside, the same way for both: messages from the topic's offsets on the broker, processor
 * time from the operating system.
 *
 * <p>Arguments: a file with the peer's class path, a file with ours, pairs, seconds of warm-up,
 * seconds of the window, thread counts with commas.
 */
public final class ProducerPeers {

  private static final String PEER = "org.apache.rocketmq.example.benchmark.Producer";
  private static final String OURS = "io.brokerbench.producer.ProducerMain";
  private static final String TOPIC = "brokerbench";
  private static final String ROW = "%5s %5s %12s %12s %8s %12s %12s %8s%n";

  /** What a side did in its window. */
  private record Side(double perSecond, double cpuMicrosPerMessage) {}

  private final String peerClassPath;
  private final String ourClassPath;
  private final int pairs;
  private final long warmupSeconds;
  private final long windowSeconds;

  private ProducerPeers(String[] args) throws IOException {
    this.peerClassPath = Files.readString(Path.of(args[0])).strip();
    this.ourClassPath = Files.readString(Path.of(args[1])).strip();
    this.pairs = Integer.parseInt(args[2]);
    this.warmupSeconds = Long.parseLong(args[3]);
    this.windowSeconds = Long.parseLong(args[4]);
  }

  /** Prints a row a pair, and the medians of the ratios. */
  public static void main(String[] args) throws Exception {
    ProducerPeers peers = new ProducerPeers(args);
    System.out.printf(
        ROW,
        "width",
        "pair",
        "peer msg/s",
        "our msg/s",
        "ratio",
        "peer us/msg",
        "our us/msg",
        "ratio");
    for (String width : args[5].split(",", -1)) {
      peers.compare(Integer.parseInt(width.strip()));
    }
  }

  private void compare(int width) throws Exception {
    Experiment experiment =
        Experiment.check(
            Workload.reference().set("topic.name", TOPIC, "peers"), "rocketmq-producer peers");
    List<Double> rates = new ArrayList<>();
    List<Double> costs = new ArrayList<>();
    try (Cluster cluster = experiment.cluster().start(step -> {});
        Session session = experiment.driver().connect(cluster, step -> {})) {
      for (int pair = 1; pair <= pairs; pair++) {
        Side peer = measure(peerCommand(cluster.address(), width), session);
        Side ours = measure(ourCommand(cluster.address(), width), session);
        rates.add(ours.perSecond() / peer.perSecond());
        costs.add(ours.cpuMicrosPerMessage() / peer.cpuMicrosPerMessage());
        System.out.printf(
            Locale.ROOT,
            ROW,
            width,
            pair,
            "%,.0f".formatted(peer.perSecond()),
            "%,.0f".formatted(ours.perSecond()),
            "%.2f".formatted(rates.get(pair - 1)),
            "%.1f".formatted(peer.cpuMicrosPerMessage()),
            "%.1f".formatted(ours.cpuMicrosPerMessage()),
            "%.2f".formatted(costs.get(pair - 1)));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "w=%d: median ratio of TPS %.2f, of generator CPU per message %.2f%n",
        width,
        median(rates),
        median(costs));
  }

  private List<String> peerCommand(String nameServers, int width) {
    List<String> command = java(peerClassPath, PEER);
    command.addAll(List.of("-n", nameServers, "-t", TOPIC));
    command.addAll(List.of("-w", Integer.toString(width), "-s", "1024"));
    return command;
  }

  private List<String> ourCommand(String nameServers, int width) {
    List<String> command = java(ourClassPath, OURS);
    command.addAll(List.of("-n", nameServers, "-t", TOPIC));
    command.addAll(List.of("-w", Integer.toString(width), "-s", "1024"));
    command.addAll(List.of("--warmup", "0", "--duration", "0", "--out", "results"));
    return command;
  }

  private static List<String> java(String classPath, String main) {
    String java = ProcessHandle.current().info().command().orElse("java");
    return new ArrayList<>(List.of(java, "-Xms1g", "-Xmx1g", "-cp", classPath, main));
  }

  private Side measure(List<String> command, Session session) throws Exception {
    Path directory = Files.createTempDirectory("brokerbench-peer");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("HOME", directory.toString());
    // Both clients find a log directory here instead of the user's home.
    builder.command().add(1, "-Duser.home=" + directory);
    Process process =
        builder.redirectErrorStream(true).redirectOutput(directory.resolve("out").toFile()).start();
    // The peers run until they are told to stop; a signal to us must not leave one behind.
    Thread hook = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      Thread.sleep(Duration.ofSeconds(warmupSeconds).toMillis());
      if (!process.isAlive()) {
        throw new IllegalStateException(Files.readString(directory.resolve("out")));
      }
      long messages = session.storedCount();
      long cpuNanos = cpuNanos(process);
      long nanos = System.nanoTime();
      Thread.sleep(Duration.ofSeconds(windowSeconds).toMillis());
      long cpuUsedNanos = cpuNanos(process) - cpuNanos;
      double sent = session.storedCount() - messages;
      double seconds = (System.nanoTime() - nanos) / 1e9;
      return new Side(sent / seconds, cpuUsedNanos / 1e3 / sent);
    } finally {
      process.destroyForcibly().waitFor();
      Runtime.getRuntime().removeShutdownHook(hook);
      delete(directory);
    }
  }

  private static long cpuNanos(Process process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      paths
          .sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
