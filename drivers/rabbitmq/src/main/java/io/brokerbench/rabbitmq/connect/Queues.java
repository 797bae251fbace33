package io.brokerbench.rabbitmq.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.units.Text;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Settings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names, declaration and routing of the queues.
 *
 * @param topic prefix of the queue names, and name of the exchange; with {run} for the number of
 *     the run if that makes them unique
 * @param existing names of the queues if they are those of others, used as they are
 * @param count queues of each group
 * @param keep whether created queues are kept after the run
 * @param arguments arguments of the queue declarations
 * @param exchange type of the exchange, {@link #EXISTING} for one of others; empty for the default
 *     exchange
 * @param routingKey pattern with {queue} for the number of the queue
 * @param bindingKey pattern with {queue} for the number of the queue
 * @param groups names of the consumer groups, at least one
 */
public record Queues(
    String topic,
    List<String> existing,
    int count,
    boolean keep,
    QueueType type,
    int members,
    Map<String, Object> arguments,
    String exchange,
    String routingKey,
    String bindingKey,
    List<String> groups) {

  private static final String NUMBER = "{queue}";
  private static final String RUN = "{run}";
  private static final String NAME = "[%|.:/a-zA-Z0-9_-]{1,127}";

  /** Start of the names that brokers keep for themselves. */
  private static final String RESERVED = "amq.";

  private static final String EXISTING = "existing";
  private static final String OVERFLOW = "x-overflow";
  private static final String SINGLE_ACTIVE_CONSUMER = "x-single-active-consumer";

  /** Arguments by which a queue drops messages. */
  private static final Set<String> DROPPING = Set.of("x-message-ttl", "x-expires", "x-max-age");

  /** Number of deliveries after which a queue drops a message; a negative one is no limit. */
  private static final String DELIVERY_LIMIT = "x-delivery-limit";

  /** Arguments by which a queue drops its oldest messages or refuses further ones. */
  private static final Set<String> LIMITING = Set.of("x-max-length", "x-max-length-bytes");

  private static final int LONGEST_NAME_BYTES = 255;
  private static final int MOST = 16_384;

  /** Arguments that have a separate setting. */
  private static final Map<String, String> OF_SETTINGS =
      Map.of(
          "x-queue-type", "rabbitmq.queue-type",
          "x-quorum-initial-group-size", "rabbitmq.members",
          "x-initial-cluster-size", "rabbitmq.members");

  private enum Exchange {
    DEFAULT,
    DIRECT,
    TOPIC,
    FANOUT,
    EXISTING
  }

  static Queues read(Settings settings, ConsumptionSettings consumption, boolean sends) {
    QueueType type = settings.choice("rabbitmq.queue-type", QueueType.class);
    int members = (int) settings.integer("rabbitmq.members", 1, 99);
    Map<String, Object> arguments = new LinkedHashMap<>(type.arguments(members));
    arguments.putAll(arguments(settings, "rabbitmq.queue-arguments"));
    Map<String, Object> ofQuorum = arguments(settings, "rabbitmq.quorum-arguments");
    if (type == QueueType.QUORUM) {
      arguments.putAll(ofQuorum);
    }
    Exchange exchange = settings.choice("rabbitmq.exchange", Exchange.class);
    String routingKey = settings.parsedOrEmpty("rabbitmq.routing-key", key -> key);
    String bindingKey = settings.text("rabbitmq.binding-key");
    List<String> existing = settings.parsedOrEmpty("rabbitmq.queues", Queues::names);
    Queues queues =
        new Queues(
            topic(settings, sends && exchange != Exchange.EXISTING),
            existing,
            existing.isEmpty() ? (int) settings.clients("topic.queues", 1, MOST) : existing.size(),
            settings.flag("topic.keep"),
            type,
            members,
            arguments,
            exchange == Exchange.DEFAULT ? "" : Text.notation(exchange),
            routingKey,
            bindingKey.isEmpty() ? routingKey : bindingKey,
            consumption.groupNames());
    queues.refuse(settings, exchange, sends);
    queues.refuseOthers(settings, consumption);
    return queues;
  }

  /** Reads arguments; reports as problems those of settings, from which the promise follows. */
  private static Map<String, Object> arguments(Settings settings, String key) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    settings
        .below(key)
        .forEach(
            (name, value) -> {
              String setting = OF_SETTINGS.get(name);
              if (setting != null) {
                settings.problem(key + "." + name, "cannot be set: use " + setting);
              }
              arguments.put(name, value(value));
            });
    return arguments;
  }

  /** A run that sends to an external cluster has queues of its own, unless they are named. */
  private static String topic(Settings settings, boolean sends) {
    String name = settings.parsed("topic.name", Queues::name);
    return sends
            && settings.text("cluster.host").equals("external")
            && !settings.isGiven("topic.name")
        ? name + "_" + RUN
        : name;
  }

  Queues forRun(String run) {
    return new Queues(
        topic.replace(RUN, run),
        existing,
        count,
        keep,
        type,
        members,
        arguments,
        exchange,
        routingKey,
        bindingKey,
        groups);
  }

  private void refuse(Settings settings, Exchange exchange, boolean sends) {
    if (exchange == Exchange.DEFAULT) {
      if (groups.size() > 1) {
        settings.problem(
            "consume.groups",
            "must be 1 with rabbitmq.exchange=default: it puts a message into one queue");
      }
      for (String key : List.of("rabbitmq.routing-key", "rabbitmq.binding-key")) {
        if (settings.isGiven(key)) {
          settings.problem(key, "needs a rabbitmq.exchange: direct, topic or fanout");
        }
      }
    }
    if (exchange == Exchange.FANOUT && count > 1) {
      settings.problem(
          "topic.queues", "must be 1 with rabbitmq.exchange=fanout: each queue gets every message");
    }
    if (exchange != Exchange.TOPIC && settings.isGiven("rabbitmq.binding-key")) {
      settings.problem("rabbitmq.binding-key", "needs rabbitmq.exchange=topic");
    }
    if ((exchange == Exchange.DIRECT || exchange == Exchange.TOPIC)
        && count > 1
        && !(routingKey.contains(NUMBER) && bindingKey.contains(NUMBER))) {
      settings.problem(
          "rabbitmq.routing-key",
          "must have {queue} in it, as its binding key, or each of the queues gets every message");
    }
    if (exchange == Exchange.TOPIC
        && sends
        && !settings.flag("rabbitmq.mandatory")
        && IntStream.range(0, count)
            .anyMatch(queue -> !selects(bindingKey(queue), key(routingKey, queue)))) {
      settings.problem(
          "rabbitmq.binding-key",
          Text.of(
              "must match rabbitmq.routing-key, \"%s\", where * is one word and # any number of words, or"
                  + " brokers drop and confirm messages; got \"%s\"",
              routingKey, bindingKey));
    }
    if (!settings.text("cluster.host").equals("external")) {
      refuseWithoutRoom(settings);
    }
  }

  /** Checks that what exists is used as it is, and only by an explicit word. */
  private void refuseOthers(Settings settings, ConsumptionSettings consumption) {
    if (!existing.isEmpty()) {
      requireWord(settings, consumption, "rabbitmq.queues");
      if (settings.isGiven("topic.queues")) {
        settings.problem("topic.queues", "is the number of rabbitmq.queues; leave it out");
      }
      if (groups.size() > 1) {
        settings.problem("consume.groups", "must be 1 with rabbitmq.queues");
      }
      if (hasExchange() && !usesExchange()) {
        settings.problem(
            "rabbitmq.exchange",
            "must be default or existing with rabbitmq.queues, which are bound to nothing");
      }
    }
    if (usesExchange()) {
      requireWord(settings, consumption, "rabbitmq.exchange=existing");
      if (existing.isEmpty() && consumption.any()) {
        settings.problem(
            "rabbitmq.exchange",
            "existing needs rabbitmq.queues, the names of the queues to consume");
      }
    }
  }

  private static void requireWord(Settings settings, ConsumptionSettings consumption, String what) {
    if (!consumption.useExisting()) {
      settings.problem(
          "consume.use-existing",
          Text.of("must be true (--use-existing) with %s: its messages are those of others", what));
    }
  }

  /** Checks that there is a separate node for each copy. */
  private void refuseWithoutRoom(Settings settings) {
    long nodes = settings.integer("cluster.nodes", 1, 99);
    if (type.hasMembers() && members > nodes) {
      settings.problem(
          "rabbitmq.members", Text.of("must not be more than cluster.nodes, got %d", members));
    }
    if (type == QueueType.MIRRORED && nodes == 1) {
      settings.problem(
          "rabbitmq.queue-type",
          "must not be mirrored with cluster.nodes=1: there is no other node for the mirror");
    }
  }

  private static String name(String text) {
    if (!text.matches(NAME)) {
      throw new IllegalArgumentException(
          Text.of("must be 1 to 127 letters, digits, %%, |, ., :, /, - or _, got \"%s\"", text));
    }
    return text;
  }

  /** Names of queues, separated by commas. */
  private static List<String> names(String text) {
    List<String> names =
        Stream.of(text.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty()).toList();
    for (String name : names) {
      if (name.getBytes(UTF_8).length > LONGEST_NAME_BYTES) {
        throw new IllegalArgumentException(
            Text.of("must have names of at most 255 bytes, got \"%s\"", name));
      }
    }
    if (Set.copyOf(names).size() < names.size() || names.size() > MOST) {
      throw new IllegalArgumentException(
          Text.of("must be different names, at most %,d, got \"%s\"", MOST, text));
    }
    return names;
  }

  /** An argument with its type; a text that looks like another type is in quotes. */
  private static Object value(String text) {
    if (text.matches("-?\\d{1,18}")) {
      return Long.parseLong(text);
    }
    if (text.matches("-?\\d{1,18}\\.\\d{1,18}")) {
      return Double.parseDouble(text);
    }
    if (text.matches("(?s)\".*\"") && text.length() > 1) {
      return text.substring(1, text.length() - 1);
    }
    return text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
  }

  /** Whether messages are published to an exchange other than the default one. */
  public boolean hasExchange() {
    return !exchange.isEmpty();
  }

  /** Whether the exchange is one of others, used as it is. */
  public boolean usesExchange() {
    return exchange.equals(EXISTING);
  }

  /** Whether there are queues to prepare; an exchange of others may have none of the run. */
  public boolean any() {
    return !usesExchange() || !existing.isEmpty();
  }

  /**
   * Whether the exchange may route a message to several queues: one that refuses it does not keep
   * it from the others.
   */
  public boolean fansOut() {
    return usesExchange() || groups.size() > 1;
  }

  /**
   * Whether no queue has a message after its {@code basic.nack}. Of several queues, others may have
   * taken it. Classic ones that are not full take each message; a nack says that the node or the
   * process of the queue has failed, which may have stored the message, or sent it to a consumer.
   */
  public boolean nackMeansRefused() {
    return !fansOut() && existing.isEmpty() && (type.hasMembers() || refuses());
  }

  /** Whether the arguments let a queue drop messages that it took. */
  public boolean drops() {
    return !Collections.disjoint(arguments.keySet(), DROPPING)
        || limitsDeliveries()
        || (!refuses() && !Collections.disjoint(arguments.keySet(), LIMITING));
  }

  private boolean limitsDeliveries() {
    Object limit = arguments.get(DELIVERY_LIMIT);
    return limit != null && !(limit instanceof Long number && number < 0);
  }

  /** Whether a full queue refuses messages; brokers count these as routed to it all the same. */
  public boolean refuses() {
    return String.valueOf(arguments.get(OVERFLOW)).startsWith("reject-publish");
  }

  /**
   * Whether a message can be taken from a queue by {@code basic.get}: streams have none, and quorum
   * queues with a single active consumer refuse it.
   */
  boolean allowGet() {
    return switch (type) {
      case CLASSIC, MIRRORED -> true;
      case QUORUM -> !haveSingleActiveConsumer();
      case STREAM -> false;
    };
  }

  /**
   * Whether the consumers of a group get the messages of a queue in order: those that share a queue
   * may overtake each other, unless it has a single active consumer.
   *
   * @param verified whether the queues have the arguments of the settings
   */
  public boolean keepOrder(int consumers, boolean verified) {
    return consumers <= count || (verified && existing.isEmpty() && haveSingleActiveConsumer());
  }

  private boolean haveSingleActiveConsumer() {
    return Boolean.TRUE.equals(arguments.get(SINGLE_ACTIVE_CONSUMER));
  }

  /** Name of the exchange; empty for the default exchange. */
  String exchangeName() {
    return hasExchange() ? topic : "";
  }

  /** Names of a group's queues, in order. */
  public List<String> names(int group) {
    if (!existing.isEmpty()) {
      return existing;
    }
    String prefix =
        type == QueueType.MIRRORED
            ? QueueType.MIRRORED_PREFIX
            : topic.startsWith(RESERVED) ? "brokerbench." : "";
    String middle = group == 0 ? "" : "-" + groups.get(group);
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> Text.of("%s%s%s-%d", prefix, topic, middle, number))
        .toList();
  }

  /** Routing keys by index of the queue, from 0. */
  public List<String> routingKeys() {
    return hasExchange()
        ? IntStream.range(0, count).mapToObj(queue -> key(routingKey, queue)).toList()
        : names(0);
  }

  String bindingKey(int queue) {
    return key(bindingKey, queue);
  }

  /** Whether a topic exchange routes messages with a routing key to a queue with a binding key. */
  private static boolean selects(String bindingKey, String routingKey) {
    String words =
        Stream.of(bindingKey.split("\\.", -1))
            .map(
                word ->
                    switch (word) {
                      case "#" -> "(?:\\.[^.]*)*";
                      case "*" -> "\\.[^.]*";
                      default -> Pattern.quote("." + word);
                    })
            .collect(Collectors.joining());
    return ("." + routingKey).matches(words);
  }

  private static String key(String pattern, int queue) {
    return pattern.replace(NUMBER, Integer.toString(queue + 1));
  }

  /**
   * Indexes of the queues of one of several publishers or consumers that share the queues evenly:
   * one queue, or several if there are more queues than users.
   */
  public int[] share(int index, int of) {
    if (of >= count) {
      return new int[] {index % count};
    }
    return IntStream.range(0, count).filter(queue -> queue % of == index % of).toArray();
  }
}
