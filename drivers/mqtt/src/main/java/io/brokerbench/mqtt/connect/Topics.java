package io.brokerbench.mqtt.connect;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.stream.IntStream;

/**
 * Names of the topics, and their assignment to connections and brokers.
 *
 * @param name value of {name} in the templates
 * @param count number of topics
 * @param publish template of the topics of publishers
 * @param subscribe template of the topic filters of subscribers; without {n} for several topics,
 *     one filter for all of them
 * @param elsewhere whether subscribers connect to the broker after that of the publishers
 */
public record Topics(String name, int count, String publish, String subscribe, boolean elsewhere) {

  private static final String NUMBER = "{n}";
  private static final int MOST = 65_536;
  private static final int LONGEST = 1000;

  private enum At {
    SAME,
    OTHER
  }

  static Topics read(Settings settings) {
    int count = (int) settings.clients("topic.queues", 1, MOST);
    String publish = settings.parsed("mqtt.topic", text -> template(text, count));
    String subscribe =
        settings.parsed(
            "mqtt.subscribe-topic", text -> text.isEmpty() ? publish : filter(text, count));
    return new Topics(
        settings.parsed("topic.name", Topics::plain),
        count,
        publish,
        subscribe,
        settings.choice("mqtt.subscribe-at", At.class) == At.OTHER);
  }

  private static String template(String text, int count) {
    if (!text.contains(NUMBER) && count > 1) {
      throw new IllegalArgumentException(
          Text.of("must have {n} in it, for topic.queues is %,d, got \"%s\"", count, text));
    }
    return plain(text);
  }

  /** A filter for several topics has their number or wildcards. */
  private static String filter(String text, int count) {
    if (!text.matches(".*[+#].*")) {
      return template(text, count);
    }
    try {
      if (text.startsWith("$share/") || text.length() > LONGEST) {
        throw new IllegalArgumentException();
      }
      MqttTopicFilter unused = MqttTopicFilter.of(text);
      return text;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Text.of(
              "must be a topic filter of MQTT of at most 1,000 characters, + a whole level and # the"
                  + " last one, without $share (mqtt.shared), got \"%s\"",
              text),
          e);
    }
  }

  /** A topic name or its template, without wildcards. */
  static String plain(String text) {
    if (text.isBlank() || text.matches(".*[+#\\x00].*") || text.length() > LONGEST) {
      throw new IllegalArgumentException(
          Text.of("must be 1 to 1,000 characters without + and #, got \"%s\"", text));
    }
    return text;
  }

  /** Topic name for publishers. */
  public String published(int topic, String run) {
    return filled(publish, topic, run);
  }

  /** Whether the filters of subscribers match what is published at the same broker. */
  public boolean direct() {
    return !elsewhere && selects(subscribed(0, "RUN"), published(0, "RUN"));
  }

  static boolean selects(String filter, String topic) {
    return filter.equals(topic) || MqttTopicFilter.of(filter).matches(MqttTopic.of(topic));
  }

  /** Whether each topic has a filter of its own, not all of them the same. */
  boolean separate() {
    return count == 1 || subscribe.contains(NUMBER);
  }

  /** Topic filter for subscribers. */
  public String subscribed(int topic, String run) {
    return filled(subscribe, topic, run);
  }

  private String filled(String template, int topic, String run) {
    return template
        .replace("{name}", name)
        .replace("{run}", run)
        .replace(NUMBER, String.valueOf(topic + 1));
  }

  /**
   * Indexes of the topics of one of several connections: a single topic if there are at least as
   * many connections as topics.
   */
  int[] share(int connection, int connections) {
    return connections >= count
        ? new int[] {connection % count}
        : IntStream.range(0, count).filter(topic -> topic % connections == connection).toArray();
  }

  /** Index of the broker to which publishers of a topic connect. */
  int publishersAt(int topic, int brokers) {
    return topic % brokers;
  }

  /** Index of the broker to which subscribers of a topic connect. */
  int subscribersAt(int topic, int brokers) {
    return (topic + (elsewhere ? 1 : 0)) % brokers;
  }
}
