package io.brokerbench.microbench;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.run.Experiment;
import io.brokerbench.units.Text;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.store.OffsetStore;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Compares a benchmark tool of RocketMQ with that of brokerbench: same cluster, same JVM flags, in
 * turn. Both are measured from outside in the same way: processor time from the operating system,
 * sent messages from the offsets of the topic on the broker, consumed messages from the line that
 * both consumers print.
 *
 * <p>Arguments: producer, consumer or tproducer; a file with the class path of the peer; a file
 * with the class path of brokerbench; number of pairs; seconds of warm-up; seconds of the window;
 * widths, separated by commas; the file to which the pairs are appended, which exists. A width is a
 * number of threads, or a number and {@code stock}, for which brokerbench leaves the client's own
 * threads as they are ({@code client.threads=stock}).
 */
public final class Peers {

  private static final String TOPIC = "brokerbench";

  /** More messages than a consumer takes in its time, fewer than fit into 40 % of broker memory. */
  private static final long BACKLOG = 10_000_000;

  private static final String GROUP = "peers_%d";

  private static final Pattern CONSUMED = Pattern.compile("Consume TPS: (\\d+)");

  /** The tools of both sides. */
  private enum Tool {
    PRODUCER(
        "producer",
        "org.apache.rocketmq.example.benchmark.Producer",
        "io.brokerbench.producer.ProducerMain",
        "-s 1024",
        ""),
    CONSUMER(
        "consumer",
        "org.apache.rocketmq.example.benchmark.Consumer",
        "io.brokerbench.consumer.ConsumerMain",
        "",
        "--from first"),
    TPRODUCER(
        "transactions",
        "org.apache.rocketmq.example.benchmark.TransactionProducer",
        "io.brokerbench.tx.TransactionProducerMain",
        "-s 2048",
        // The peer has no consumer either.
        "--consumers 0");

    final String load;
    final String peer;
    final String tested;
    final String flags;
    final String ourFlags;

    Tool(String load, String peer, String tested, String flags, String ourFlags) {
      this.load = load;
      this.peer = peer;
      this.tested = tested;
      this.flags = flags;
      this.ourFlags = ourFlags;
    }
  }

  /** Threads of both sides, and whether brokerbench uses the client with the client's defaults. */
  private record Width(int threads, boolean stock) {

    private static final String STOCK = "stock";

    static Width of(String text) {
      boolean stock = text.endsWith(STOCK);
      String number = stock ? text.substring(0, text.length() - STOCK.length()) : text;
      return new Width(Integer.parseInt(number), stock);
    }

    String flags() {
      return stock ? "--set client.threads=stock" : "";
    }

    @Override
    public String toString() {
      return threads + (threads == 1 ? " thread" : " threads") + (stock ? "; stock client" : "");
    }
  }

  /** Result of one side in its window: messages per second, microseconds of CPU per message. */
  private record Side(double perSecond, double cpuMicrosPerMessage) {}

  private final Tool tool;
  private final String peerClassPath;
  private final String ourClassPath;
  private final int pairs;
  private final Duration warmup;
  private final Duration window;
  private int pairsLeft;
  private int groups;

  private Peers(String[] args) throws Exception {
    this.tool = Tool.valueOf(args[0].toUpperCase(Locale.ROOT));
    this.peerClassPath = Files.readString(Path.of(args[1])).strip();
    this.ourClassPath = Files.readString(Path.of(args[2])).strip();
    this.pairs = Integer.parseInt(args[3]);
    this.warmup = Duration.ofSeconds(Long.parseLong(args[4]));
    this.window = Duration.ofSeconds(Long.parseLong(args[5]));
    this.pairsLeft = pairs * args[6].split(",", -1).length;
  }

  /** Appends a line for each pair, and prints it; also prints which pair is measured next. */
  public static void main(String[] args) throws Exception {
    Peers peers = new Peers(args);
    for (String width : args[6].split(",", -1)) {
      peers.compare(Width.of(width.strip()), Path.of(args[7]));
    }
  }

  private void compare(Width width, Path file) throws Exception {
    SettingsReader workload = Workload.defaults().set("topic.name", TOPIC, "peers");
    if (tool == Tool.CONSUMER) {
      workload.set("cluster.topology", "1m", "peers");
    }
    Experiment experiment = Experiment.check(workload, "rocketmq peers");
    try (Cluster cluster = experiment.cluster().start(step -> {});
        Session session = experiment.driver().connect(cluster, Seat.WHOLE, step -> {})) {
      if (tool == Tool.CONSUMER) {
        fill(cluster, session);
      }
      for (int pair = 1; pair <= pairs; pair++) {
        announce(width, pair);
        if (tool == Tool.CONSUMER) {
          startAtFirst(cluster.address(), Text.of(GROUP, groups));
        }
        Side peer = measure(peerClassPath, tool.peer, flags(cluster, width.threads(), ""), session);
        Side tested =
            measure(
                ourClassPath,
                tool.tested,
                flags(cluster, width.threads(), tested() + " " + width.flags()),
                session);
        String line =
            String.format(
                Locale.ROOT,
                "%s,RocketMQ,%s %s,%d,%.0f,%.0f,%.1f,%.1f%n",
                LocalDate.now(ZoneOffset.UTC),
                tool.load,
                width,
                pair,
                peer.perSecond(),
                tested.perSecond(),
                peer.cpuMicrosPerMessage(),
                tested.cpuMicrosPerMessage());
        Files.writeString(file, line, StandardOpenOption.APPEND);
        System.err.print(line);
      }
    }
  }

  /** Prints which pair is measured next, and about how long it and those after it take. */
  private void announce(Width width, int pair) {
    Duration left = warmup.plus(window).multipliedBy(2L * pairsLeft);
    pairsLeft--;
    System.err.println(
        Text.of(
            "%s %s: pair %d of %d, about %d min left",
            tool.load, width, pair, pairs, left.plusSeconds(59).toMinutes()));
  }

  /** Stores the backlog that both consumers consume from its first message on. */
  private void fill(Cluster cluster, Session session) throws Exception {
    System.err.println(Text.of("storing a backlog of %,d messages", BACKLOG));
    try (PeerProcess producer =
        new PeerProcess(
            ourClassPath,
            "io.brokerbench.producer.BatchProducerMain",
            split(
                Text.of(
                    "-n %s -t %s -w 4 -b 32 -s 1024 %s", cluster.address(), TOPIC, endless())))) {
      while (session.storedCount().messages().orElseThrow() < BACKLOG) {
        producer.check();
        Thread.sleep(1_000);
      }
    }
  }

  /**
   * Lets the peer's group begin at the first message. A broker lets a new group begin at its end
   * once the page of the first message has left the page cache.
   */
  @SuppressWarnings("deprecation") // Nothing else of the client commits an offset of one's choice.
  private static void startAtFirst(String nameServer, String group) throws Exception {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
    consumer.setNamesrvAddr(nameServer);
    consumer.subscribe(TOPIC, "*");
    consumer.registerMessageListener(
        (MessageListenerConcurrently)
            (messages, context) -> ConsumeConcurrentlyStatus.RECONSUME_LATER);
    // It registers the group and pulls nothing.
    consumer.suspend();
    consumer.start();
    try {
      OffsetStore offsets = consumer.getDefaultMQPushConsumerImpl().getOffsetStore();
      for (MessageQueue queue : consumer.fetchSubscribeMessageQueues(TOPIC)) {
        offsets.updateConsumeOffsetToBroker(queue, 0, false);
      }
    } finally {
      consumer.shutdown();
    }
  }

  private static String endless() {
    return "--warmup 0 --duration 0 --out results";
  }

  private String tested() {
    return endless() + " " + tool.ourFlags;
  }

  private List<String> flags(Cluster cluster, int width, String own) {
    // A new group for each consumer, so that none continues from committed offsets.
    String group = tool == Tool.CONSUMER ? "-g " + Text.of(GROUP, groups++) : "";
    return split(
        Text.of(
            "-n %s -t %s -w %d %s %s %s", cluster.address(), TOPIC, width, group, tool.flags, own));
  }

  private static List<String> split(String flags) {
    return List.of(flags.strip().split(" +", -1));
  }

  private Side measure(String classPath, String main, List<String> flags, Session session)
      throws Exception {
    try (PeerProcess side = new PeerProcess(classPath, main, flags)) {
      Thread.sleep(warmup.toMillis());
      side.check();
      int printed = side.output().length();
      long messages = session.storedCount().messages().orElseThrow();
      long cpuNanos = side.cpuNanos();
      long nanos = System.nanoTime();
      Thread.sleep(window.toMillis());
      long cpuUsedNanos = side.cpuNanos() - cpuNanos;
      double seconds = (System.nanoTime() - nanos) / 1e9;
      double perSecond =
          tool == Tool.CONSUMER
              ? consumed(side.output().substring(printed))
              : (session.storedCount().messages().orElseThrow() - messages) / seconds;
      if (tool == Tool.CONSUMER && perSecond * (seconds + warmup.toSeconds()) > messages) {
        throw new IllegalStateException(
            Text.of("the backlog of %,d messages is too small for %,.0f/s", messages, perSecond));
      }
      if (!(perSecond > 0)) {
        throw new IllegalStateException(
            Text.of("no message in the window; warm up longer:%n%s", side.output()));
      }
      return new Side(perSecond, cpuUsedNanos / 1e3 / (perSecond * seconds));
    }
  }

  /**
   * Messages per second by the last line printed in the window: it covers the ten seconds before
   * it, and an earlier line those of the warm-up.
   */
  private static double consumed(String output) {
    double perSecond = Double.NaN;
    Matcher line = CONSUMED.matcher(output);
    while (line.find()) {
      perSecond = Double.parseDouble(line.group(1));
    }
    return perSecond;
  }
}
