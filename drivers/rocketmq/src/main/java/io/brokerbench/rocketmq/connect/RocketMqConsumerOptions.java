package io.brokerbench.rocketmq.connect;

import io.brokerbench.record.RandomId;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.rocketmq.client.Validators;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.MixAll;

/**
 * Consumer settings of the driver; {@code rocketmq.yaml} documents each setting and its default.
 *
 * @param grpc whether consumers receive by gRPC through a proxy
 * @param consumption the settings common to all drivers
 * @param uniqueGroups whether the names of the groups are unique to the run
 * @param paired whether each client has the messages of the sender with its number
 * @param maxAttempts redeliveries before a message is given up; {@link #CLIENTS_OWN_ATTEMPTS} for
 *     the client's default
 * @param clientRebalance whether clients, rather than brokers, assign queues
 * @param direct whether to avoid hand-offs between threads of the client
 */
public record RocketMqConsumerOptions(
    boolean grpc,
    ConsumptionSettings consumption,
    boolean uniqueGroups,
    boolean paired,
    Model model,
    ReadFrom readFrom,
    int maxAttempts,
    boolean clientRebalance,
    boolean direct) {

  /** The client's consumer class and the way it is used. */
  public enum Model {
    CONCURRENT,
    ORDERLY,
    PULL_SUBSCRIBE,
    PULL_ASSIGN,
    POP,
    SIMPLE;

    /** Whether the application pulls queues; brokers then receive no report of a failure. */
    public boolean pulls() {
      return this == PULL_SUBSCRIBE || this == PULL_ASSIGN;
    }
  }

  /** The broker of a master-slave pair that consumers read from. */
  public enum ReadFrom {
    AUTO,
    MASTER,
    SLAVE
  }

  /**
   * A broker property that must be true.
   *
   * @param ofSlaves whether it must be true on slaves, rather than on masters
   * @param key key of the setting that requires it
   * @param value value of that setting; empty if every value but the default requires it
   */
  public record Need(String property, boolean ofSlaves, String key, String value) {

    /** The setting, such as {@code consume.model=pop}. */
    public String setting() {
      return value.isEmpty() ? key : key + "=" + value;
    }

    /** Sets the property on the brokers that brokerbench starts, unless the user disables it. */
    void setOnOwnCluster(Settings settings) {
      String name = "cluster.properties." + property;
      settings.imply(name, "true", setting());
      String given = settings.below("cluster.properties").get(property);
      if (!Boolean.parseBoolean(given)) {
        settings.problem(
            key,
            Text.of("must not be %s with %s=%s", value.isEmpty() ? "set" : value, name, given));
      }
    }
  }

  static final int CLIENTS_OWN_ATTEMPTS = -1;

  /** Length limit of a retry topic's name, {@code %RETRY%group_topic}: its length is one byte. */
  private static final int LONGEST_POP_NAMES = 127 - MixAll.RETRY_GROUP_TOPIC_PREFIX.length() - 1;

  private static final Set<String> RESERVED_GROUPS =
      Set.of(
          MixAll.DEFAULT_CONSUMER_GROUP,
          MixAll.TOOLS_CONSUMER_GROUP,
          MixAll.FILTERSRV_CONSUMER_GROUP,
          MixAll.SELF_TEST_CONSUMER_GROUP,
          MixAll.MONITOR_CONSUMER_GROUP);

  static RocketMqConsumerOptions read(
      Settings settings, Workload workload, List<String> topics, boolean grpc) {
    RocketMqConsumerOptions options =
        new RocketMqConsumerOptions(
            grpc,
            workload.consumption(),
            settings.text("cluster.host").equals("external") && !settings.isGiven("consume.group"),
            workload.workers().paired(),
            grpc
                ? settings.choice("consume.model", Model.class, Model.POP)
                : settings.choice("consume.model", Model.class),
            settings.choice("consume.read-from", ReadFrom.class),
            settings.parsed("consume.max-attempts", RocketMqConsumerOptions::attempts),
            settings.flag("consume.client-rebalance"),
            RocketMqOptions.direct(settings));
    if (options.any()) {
      options.refuseGroup(settings, topics);
      options.refuseModel(settings);
      if (options.model == Model.PULL_SUBSCRIBE && topics.size() > 1) {
        settings.problem(
            "consume.model",
            "must not be pull-subscribe with several topics (topic.count): its client fetches the"
                + " routes of all of them for each");
      }
      if (options.model == Model.SIMPLE && topics.size() > 1) {
        settings.problem(
            "consume.model",
            "must not be simple with several topics (topic.count): its client requests the messages"
                + " of one after the other");
      }
      if (options.model == Model.SIMPLE && !grpc) {
        settings.problem("consume.model", "simple needs rocketmq.client=grpc");
      }
      if (options.model == Model.POP && !grpc && options.maxAttempts != CLIENTS_OWN_ATTEMPTS) {
        settings.problem(
            "consume.max-attempts", "must be auto for pop, whose client makes no dead letters");
      }
      if (!settings.text("cluster.host").equals("external")) {
        options.refuseOfOwnCluster(settings);
      }
    }
    return options;
  }

  private static int attempts(String text) {
    if (text.strip().equals("auto")) {
      return CLIENTS_OWN_ATTEMPTS;
    }
    if (!text.strip().matches("\\d{1,9}")) {
      throw new IllegalArgumentException(
          Text.of("must be a whole number from 0 on, or auto, got \"%s\"", text));
    }
    return Integer.parseInt(text.strip());
  }

  private void refuseGroup(Settings settings, List<String> topics) {
    String group = consumption.group();
    try {
      Validators.checkGroup(group);
    } catch (MQClientException e) {
      settings.problem("consume.group", "is refused by RocketMQ: " + Failure.text(e));
    }
    if (MixAll.isSysConsumerGroup(group) || RESERVED_GROUPS.contains(group)) {
      settings.problem(
          "consume.group", Text.of("must not be a group of RocketMQ's own, got \"%s\"", group));
    }
    List<String> groups = groups(RandomId.ofName());
    String longest = groups.get(groups.size() - 1);
    int names = longest.length() + topics.get(topics.size() - 1).length();
    if (pops() && names > LONGEST_POP_NAMES) {
      settings.problem(
          "consume.group",
          Text.of(
              "must have at most %d characters together with topic.name for %s, got %d",
              LONGEST_POP_NAMES, Text.notation(model), names));
    }
  }

  private void refuseModel(Settings settings) {
    if (model.pulls()) {
      String noMeaning = "has no meaning for a model that pulls: brokers learn of no failure";
      if (consumption.failShare() > 0) {
        settings.problem("consume.fail", noMeaning);
      }
      if (maxAttempts != CLIENTS_OWN_ATTEMPTS) {
        settings.problem("consume.max-attempts", noMeaning);
      }
      if (!clientRebalance) {
        settings.problem(
            "consume.client-rebalance", "must be true for a model that pulls: there is no other");
      }
    }
    if (paired && brokersAssign()) {
      settings.problem(
          "workers.placement", "must not be paired where the brokers assign queues to clients");
    }
    if (model == Model.PULL_ASSIGN && consumption.filter().type() == Filter.Type.SQL92) {
      settings.problem(
          "consume.filter.type",
          "must not be sql92 for pull-assign: the client does not support it");
    }
    if (model == Model.ORDERLY && !grpc && !clientRebalance) {
      settings.problem(
          "consume.client-rebalance", "must be true for orderly: the client requires it");
    }
    if (pops() && readFrom == ReadFrom.SLAVE) {
      settings.problem(
          "consume.read-from",
          Text.of("must not be slave for %s: only masters answer it", Text.notation(model)));
    }
    if (pops() && clientRebalance && settings.isGiven("consume.client-rebalance")) {
      settings.problem(
          "consume.client-rebalance",
          Text.of("must be false for %s: brokers assign queues", Text.notation(model)));
    }
  }

  private void refuseOfOwnCluster(Settings settings) {
    String release = settings.text("cluster.version");
    boolean tooOld = brokersAssign() && release.startsWith("4.");
    if (tooOld) {
      settings.problem(
          pops() ? "consume.model" : "consume.client-rebalance",
          "needs brokers that assign queues, from release 5 on; cluster.version is " + release);
    }
    for (Need need : needs()) {
      // A property is no remedy for a feature that the release lacks.
      if (!(tooOld && need.key().equals("consume.model"))) {
        need.setOnOwnCluster(settings);
      }
    }
    if (readFrom == ReadFrom.SLAVE && settings.text("cluster.topology").equals("1m")) {
      settings.problem("consume.read-from", "needs a slave, but cluster.topology is 1m");
    }
  }

  public boolean any() {
    return consumption.any();
  }

  /** Names of the consumer groups in the run with this number. */
  public List<String> groups(String run) {
    return consumption.groupNames().stream()
        .map(name -> uniqueGroups ? name + "_" + run : name)
        .toList();
  }

  /** Properties that brokers need for consumers and that may be off by default. */
  List<Need> needs() {
    List<Need> needs = new ArrayList<>();
    if (consumption.filter().type() == Filter.Type.SQL92) {
      needs.add(new Need("enablePropertyFilter", false, "consume.filter.type", "sql92"));
    }
    if (pops()) {
      needs.add(new Need("timerWheelEnable", false, "consume.model", Text.notation(model)));
    }
    if (readFrom == ReadFrom.SLAVE) {
      needs.add(new Need("slaveReadEnable", true, "consume.read-from", "slave"));
    }
    return needs;
  }

  /**
   * Whether the listener of a push consumer gets all messages of a pull request in one call. Not
   * where a message may fail or takes time: a failure covers all later messages of its call, and
   * they would wait for their turn.
   */
  public boolean inOneCall() {
    return direct && consumption.failShare() == 0 && consumption.work().isNone();
  }

  /** Whether brokers deliver single messages of any queue and keep the state of the group. */
  public boolean pops() {
    return model == Model.POP || model == Model.SIMPLE || fifo();
  }

  /**
   * Whether brokers deliver the messages of a message group one after the other, which they do to
   * consumer groups with {@code consumeMessageOrderly}.
   */
  public boolean fifo() {
    return grpc && model == Model.ORDERLY;
  }

  /** Whether brokers, rather than clients, assign queues to consumers. */
  public boolean brokersAssign() {
    return pops() || !clientRebalance;
  }

  /** Whether the messages of a queue are delivered one at a time, in the order of the queue. */
  boolean keepsOrder() {
    return switch (model) {
      case ORDERLY -> true;
      case PULL_SUBSCRIBE, PULL_ASSIGN -> consumption.threads() == 1 && consumption.clients() == 1;
      case CONCURRENT, POP, SIMPLE -> false;
    };
  }
}
