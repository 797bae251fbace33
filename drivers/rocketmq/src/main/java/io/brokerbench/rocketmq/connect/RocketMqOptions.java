package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.Need;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConnectionSettings;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.rocketmq.common.attribute.TopicMessageType;
import org.apache.rocketmq.common.compression.CompressionType;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageClientIDSetter;
import org.apache.rocketmq.common.message.MessageDecoder;
import org.apache.rocketmq.common.topic.TopicValidator;

/**
 * The driver's settings; {@code rocketmq.yaml} documents each setting and its default.
 *
 * @param grpc whether clients send and receive by gRPC through a proxy
 * @param clusterName name of the cluster to use; empty for all that the name servers know
 * @param topics names of the topics, by their numbers
 * @param queues number of queues of each topic on each master
 * @param delayLevel delay level of every message; 0 for none
 * @param deliveryDelay time for which brokers hold messages of that level back, by the settings
 * @param direct whether the connection's own thread encodes, decodes and completes
 * @param retries further attempts of the client after a failed one; with any, it chooses the queues
 * @param routePollMillis interval of requests for the topic's brokers
 * @param tls empty if connections are not encrypted
 * @param compression compression of bodies; empty for none
 * @param senders number of sender threads
 * @param transactions whether messages are transactional
 * @param message configuration of the messages
 * @param idle whether clients connect alongside the load
 */
public record RocketMqOptions(
    boolean grpc,
    String clusterName,
    List<String> topics,
    int queues,
    boolean keepTopic,
    int delayLevel,
    Duration deliveryDelay,
    SendMode mode,
    int instances,
    boolean direct,
    int sendTimeoutMillis,
    int retries,
    int routePollMillis,
    int maxMessageBytes,
    boolean vip,
    boolean trace,
    Optional<ClientTls> tls,
    Optional<Credentials> credentials,
    Optional<Compression> compression,
    int senders,
    boolean transactions,
    MessageShape message,
    boolean idle,
    RocketMqConsumerOptions consumer) {

  private static final int LEAST_ROUTE_POLL_MILLIS = 100;

  /** What messages for later need of brokers. */
  private static final Need TIMER_WHEEL =
      new Need("timerWheelEnable", false, MessageShape.DELIVER_AFTER, "");

  /** What traces need of brokers that create no topics; clients drop them without it. */
  private static final Need TRACE_TOPIC =
      new Need("traceTopicEnable", false, "client.trace", "true");

  private static final String TOPIC = "[%|a-zA-Z0-9_-]+";
  private static final int LONGEST_TOPIC = 127;

  public RocketMqOptions {
    topics = List.copyOf(topics);
  }

  public boolean sends() {
    return senders > 0;
  }

  /**
   * Whether the messages of a queue are delivered in the order in which each sender sent them. Of
   * several messages that a sender has in flight, brokers store any first: several of their threads
   * handle requests.
   */
  public boolean keepsOrder() {
    return mode == SendMode.SYNC && consumer.keepsOrder();
  }

  /**
   * Whether the brokers' count of the load may include other messages, or a message twice, which
   * the client sent again although an earlier attempt had stored it. Delayed ones are counted in
   * the queue of their delay level, in which all topics' messages of that level wait, and the ones
   * that consumers return: at level 3 after the first attempt, one more after each.
   *
   * @param external whether the cluster may have other clients
   */
  public boolean countsOthers(boolean external) {
    boolean othersDelayed = external || consumer.consumption().failShare() > 0;
    return retries > 0 || (delayLevel > 0 && othersDelayed);
  }

  /** Keys that sign requests. */
  public record Credentials(String accessKey, String secretKey) {

    @Override
    public String toString() {
      return "Credentials[" + accessKey + "]";
    }
  }

  /** Compression of bodies larger than {@code overBytes}. */
  record Compression(CompressionType type, int level, int overBytes) {}

  private enum Client {
    REMOTING,
    GRPC
  }

  private enum Threads {
    DIRECT,
    STOCK
  }

  private enum Type {
    ZLIB,
    LZ4,
    ZSTD
  }

  /**
   * Serialization format of request headers: ROCKETMQ, as RocketMQ's own tools set it, except for
   * pop. The format has 16 bits for the request code, and that of pop is 200,050.
   */
  public String headerFormat() {
    return consumer.any() && consumer.model() == RocketMqConsumerOptions.Model.POP
        ? "JSON"
        : "ROCKETMQ";
  }

  static boolean direct(Settings settings) {
    return settings.choice("client.threads", Threads.class) == Threads.DIRECT;
  }

  public static RocketMqOptions read(Settings settings, Workload workload) {
    List<String> topics = topics(settings, workload.message().topics().count());
    boolean grpc = settings.choice("rocketmq.client", Client.class) == Client.GRPC;
    RocketMqOptions options =
        new RocketMqOptions(
            grpc,
            settings.text("cluster.broker-cluster-name").strip(),
            topics,
            (int) settings.clients("topic.queues", 1, 16_384),
            settings.flag("topic.keep"),
            delayLevel(settings),
            deliveryDelay(settings),
            workload.load().mode(),
            (int) settings.integer("client.instances", 1, 1024),
            direct(settings),
            settings.duration("client.send-timeout", ChronoUnit.MILLIS, 1, Integer.MAX_VALUE),
            (int) settings.integer("client.retries", 0, 16),
            settings.duration(
                "client.route-poll", ChronoUnit.MILLIS, LEAST_ROUTE_POLL_MILLIS, Integer.MAX_VALUE),
            (int) settings.bytes("client.max-message-size", 1, 1 << 30),
            settings.flag("client.vip"),
            settings.flag("client.trace"),
            ClientTls.read(settings),
            credentials(settings),
            compression(settings),
            workload.load().threads(),
            workload.transactions().enabled(),
            workload.message(),
            workload.connections().any(),
            RocketMqConsumerOptions.read(
                settings, workload, topics, grpc && workload.consumption().any()));
    refuse(settings, workload, options);
    if (options.grpc()) {
      GrpcLimits.check(settings, workload, options);
    }
    return options;
  }

  private static void refuse(Settings settings, Workload workload, RocketMqOptions options) {
    long bytes = requestBytes(workload.message(), options);
    if (bytes > options.maxMessageBytes()) {
      settings.problem(
          workload.message().batch() > 1 ? "message.batch" : "message.size",
          Text.of(
              "must keep a request within client.max-message-size, %,d bytes, got %,d",
              options.maxMessageBytes(), bytes));
    }
    if (workload.message().batch() > 1 && options.delayLevel() > 0) {
      settings.problem("message.delay", "must be false for batches: RocketMQ refuses them delayed");
    }
    if (workload.message().batch() > 1 && options.mode() == SendMode.ONEWAY) {
      settings.problem("load.mode", "must be sync or async for batches");
    }
    if (workload.message().batch() > 1 && options.compression().isPresent()) {
      settings.problem(
          "client.compress.enabled", "must be false for batches: the client compresses none");
    }
    if (options.transactions() && options.delayLevel() > 0) {
      settings.problem("message.delay", "must be false for transactions: the client refuses it");
    }
    if (workload.message().deliversLater()) {
      refuseTimers(settings, options);
    }
    if (options.retries() > 0) {
      refuseRetries(settings, workload, options);
    }
    if (options.idle() && !workload.connections().subscribe()) {
      settings.problem(
          ConnectionSettings.SUBSCRIBE,
          "must be true with driver rocketmq, whose consumers subscribe when they start");
    }
    if (options.tls().isPresent() && options.trace()) {
      settings.problem(
          "client.trace", "must be false with cluster.tls: the trace's connections verify nothing");
    } else if (options.trace() && !settings.text("cluster.host").equals("external")) {
      TRACE_TOPIC.setOnOwnCluster(settings);
    }
    if (options.consumer().paired() && (options.grpc() || options.transactions())) {
      settings.problem(
          "workers.placement",
          "must not be paired by gRPC or with transactions: the sender does not choose the queue");
    }
    if (options.transactions() && workload.message().shards() > 0) {
      settings.problem(
          "message.shards", "must be 0 for transactions: the client itself chooses their queues");
    }
  }

  /** What the client compares with its limit: of a batch, also what it encodes with the bodies. */
  private static long requestBytes(MessageShape shape, RocketMqOptions options) {
    long bytes = (long) shape.maxBytes() * shape.batch();
    if (shape.batch() == 1 || bytes > options.maxMessageBytes()) {
      return bytes;
    }
    Message message = options.messages().of(Outgoing.probe(shape));
    MessageClientIDSetter.setUniqID(message);
    return (long) MessageDecoder.encodeMessage(message).length * shape.batch();
  }

  private static void refuseTimers(Settings settings, RocketMqOptions options) {
    if (options.delayLevel() > 0) {
      settings.problem("message.delay", "must be false with " + MessageShape.DELIVER_AFTER);
    }
    if (settings.text("cluster.host").equals("external")) {
      return;
    }
    String release = settings.text("cluster.version");
    if (release.startsWith("4.")) {
      settings.problem(
          MessageShape.DELIVER_AFTER,
          "needs timer messages, from release 5 on; cluster.version is " + release);
    } else {
      TIMER_WHEEL.setOnOwnCluster(settings);
    }
  }

  private static void refuseRetries(Settings settings, Workload workload, RocketMqOptions options) {
    String reason =
        options.transactions()
            ? "for transactions: a half message that is stored twice is delivered twice"
            : options.mode() == SendMode.ONEWAY
                ? "for load.mode oneway, which has no failures to retry"
                : workload.message().shards() > 0
                    ? "with message.shards, whose messages need their queue"
                    : options.consumer().paired()
                        ? "with workers.placement=paired, whose senders need their queues"
                        : "";
    if (!reason.isEmpty()) {
      settings.problem("client.retries", "must be 0 " + reason);
    }
  }

  /** Properties that brokers need for these settings and that may be off by default. */
  public List<Need> needs() {
    return Stream.concat(
            consumer.any() ? consumer.needs().stream() : Stream.empty(),
            sends() && message.deliversLater() ? Stream.of(TIMER_WHEEL) : Stream.empty())
        .toList();
  }

  /**
   * The type that the topics must have for the messages of this run: proxies check it, brokers do
   * not.
   */
  public TopicMessageType messageType() {
    if (!grpc) {
      return TopicMessageType.NORMAL;
    }
    if (transactions) {
      return TopicMessageType.TRANSACTION;
    }
    if (message.deliversLater()) {
      return TopicMessageType.DELAY;
    }
    return message.shards() > 0 ? TopicMessageType.FIFO : TopicMessageType.NORMAL;
  }

  public RocketMqMessages messages() {
    return new RocketMqMessages(topics, delayLevel);
  }

  /** The names of the topics in a few words: "x", "x-0 to x-9". */
  public String topicNames() {
    return topics.size() == 1
        ? topics.get(0)
        : Text.of("%s to %s", topics.get(0), topics.get(topics.size() - 1));
  }

  /** The names of the topics; all but a single one have their numbers. */
  private static List<String> topics(Settings settings, int count) {
    return settings.parsed(
        "topic.name",
        name ->
            IntStream.range(0, count)
                .mapToObj(number -> topicName(name, count == 1 ? "" : "-" + number))
                .toList());
  }

  private static String topicName(String text, String number) {
    String name = text + number;
    if (!text.matches(TOPIC) || name.length() > LONGEST_TOPIC) {
      throw new IllegalArgumentException(
          Text.of(
              "must be 1 to %d letters, digits, %%, |, - or _, got \"%s\"",
              LONGEST_TOPIC - number.length(), text));
    }
    if (TopicValidator.isNotAllowedSendTopic(name)) {
      throw new IllegalArgumentException(
          Text.of("must not be a topic of RocketMQ's own, got \"%s\"", text));
    }
    return name;
  }

  private static int delayLevel(Settings settings) {
    int level = (int) settings.integer("message.delay-level", 1, 18);
    return settings.flag("message.delay") ? level : 0;
  }

  private static Duration deliveryDelay(Settings settings) {
    String levels = settings.below("cluster.properties").get(DelayLevels.PROPERTY);
    try {
      return DelayLevels.delay(delayLevel(settings), levels);
    } catch (DateTimeParseException e) {
      settings.problem(
          "cluster.properties." + DelayLevels.PROPERTY,
          Text.of("must be times such as 1s 5m 2h, got \"%s\"", levels));
      return Duration.ZERO;
    }
  }

  private static Optional<Credentials> credentials(Settings settings) {
    Credentials credentials =
        new Credentials(
            settings.text("client.acl.access-key"), settings.text("client.acl.secret-key"));
    return settings.flag("client.acl.enabled") ? Optional.of(credentials) : Optional.empty();
  }

  private static Optional<Compression> compression(Settings settings) {
    Compression compression =
        new Compression(
            CompressionType.valueOf(settings.choice("client.compress.type", Type.class).name()),
            (int) settings.integer("client.compress.level", 1, 9),
            (int) settings.bytes("client.compress.over", 0, Integer.MAX_VALUE));
    return settings.flag("client.compress.enabled") ? Optional.of(compression) : Optional.empty();
  }
}
