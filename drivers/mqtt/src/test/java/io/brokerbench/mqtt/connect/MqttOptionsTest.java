package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.mqtt.TestOptions;
import io.brokerbench.results.Promise;
import io.brokerbench.workload.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MqttOptionsTest {

  @Test
  void thereAreAsManyPublishersAsSendersUnlessMoreAreWanted() throws Exception {
    assertThat(TestOptions.of("load.threads=3").publishers()).isEqualTo(3);
    assertThat(TestOptions.of("load.threads=3", "mqtt.publishers=100").publishers()).isEqualTo(100);
    MqttOptions consumers =
        TestOptions.of(
            "load.threads=0", "consume.threads=2", "consume.clients=4", "consume.groups=3");
    assertThat(consumers.publishers()).isZero();
    assertThat(consumers.subscribers()).isEqualTo(24);
  }

  @Test
  void deliveriesComeWithTheLowerQos() throws Exception {
    assertThat(TestOptions.of("mqtt.qos=1").deliveredQos()).isEqualTo(1);
    assertThat(TestOptions.of("mqtt.qos=2", "mqtt.subscribe-qos=0").deliveredQos()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2, false, false, false",
    "1, 2, true, false, false",
    "1, 0, true, false, true",
    "2, 2, true, true, false",
    "2, 1, true, false, false",
    "2, 0, true, false, true"
  })
  void whatIsPromisedFollowsFromTheQos(
      int qos, int subscribeQos, boolean acknowledged, boolean once, boolean mayLose)
      throws Exception {
    Promise promise =
        TestOptions.of("mqtt.qos=" + qos, "mqtt.subscribe-qos=" + subscribeQos).promise();
    assertThat(promise.acknowledged()).isEqualTo(acknowledged);
    assertThat(promise.exactlyOnce()).isEqualTo(once);
    assertThat(promise.atMostOnce()).isEqualTo(mayLose);
    assertThat(promise.onDisk()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message.batch=2 | message.batch must be 1",
        "topic.count=2 | topic.count must be 1: topic.queues is the number of topics of MQTT",
        "message.tags=2 | message.tags must be 0",
        "message.keys=true | message.keys must be false",
        "message.keys=zipf(10) | message.keys must be false",
        "message.properties=64 | message.properties must be 0",
        "transaction.enabled=true | transaction.enabled must be false",
        "load.mode=oneway | mqtt.qos must be 0 with load.mode=oneway: QoS 1 is answered",
        "mqtt.qos=3 | mqtt.qos must be a whole number from 0 to 2",
        "load.threads=4 mqtt.publishers=3 | mqtt.publishers must be at least load.threads, 4",
        "consume.threads=1 consume.from=first | consume.from must be last",
        "consume.threads=1 consume.fail=0.1 | consume.fail must be 0",
        "consume.threads=1 consume.backlog=100 | consume.backlog needs mqtt.session=persistent",
        "consume.threads=1 mqtt.qos=0 consume.backlog=9 | consume.backlog needs mqtt.qos 1 or 2",
        "consume.threads=9 | consume.clients times consume.threads must not exceed topic.queues, 8",
        "mqtt.topic=x/+/{n} | mqtt.topic must be 1 to 1,000 characters without + and #",
        "mqtt.topic=x | mqtt.topic must have {n} in it, for topic.queues is 8",
        "mqtt.subscribe-topic=x | mqtt.subscribe-topic must have {n} in it",
        "mqtt.subscribe-topic=a/#/{n} | mqtt.subscribe-topic must be a topic filter of MQTT",
        "mqtt.subscribe-topic=a+/{n} | mqtt.subscribe-topic must be a topic filter of MQTT",
        "mqtt.subscribe-topic=$share/g/# | without $share (mqtt.shared), got",
        "mqtt.subscribe-topic=a/# consume.threads=2 | without {n} needs mqtt.shared=true",
        "mqtt.will-topic=lwt/# | mqtt.will-topic must be 1 to 1,000 characters without + and #, got",
        "mqtt.client=nio | mqtt.client must be one of hivemq, paho",
        "mqtt.password=k4Marker | mqtt.password needs mqtt.user",
        "client.keep-alive=20h | client.keep-alive must be in whole seconds from 0 s to 65,535 s, got \"20h\"",
        "client.keep-alive=500ms | client.keep-alive must be in whole seconds from 0 s to 65,535 s",
        "client.send-timeout=720h | client.send-timeout must be in whole milliseconds from 1 ms to 2,147,483,647 ms",
        "mqtt.publishers=99999 mqtt.client=paho | mqtt.publishers and subscribers need ",
        "consume.threads=1 consume.clients=2000 consume.groups=64 mqtt.shared=true consume.work=1ms | mqtt.publishers and subscribers need ",
      })
  void whatDoesNotGoTogetherIsRefused(String assignments, String problem) {
    assertThatThrownBy(() -> TestOptions.of(assignments.split(" ", -1)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({
    // publishers, senders, topics, subscribers
    "8, 4, 8, 8, true",
    "4, 4, 8, 3, true",
    "20, 4, 20, 20, true",
    "12, 4, 6, 6, true",
    "6, 2, 2, 2, false",
    "13, 4, 6, 6, false",
    "8, 4, 8, 9, false"
  })
  void orderIsKeptWhereEachTopicHasOneWayFromASender(
      int publishers, int senders, int topics, int subscribers, boolean kept) throws Exception {
    assertThat(
            TestOptions.of(
                    "mqtt.publishers=" + publishers,
                    "load.threads=" + senders,
                    "topic.queues=" + topics,
                    "mqtt.shared=true",
                    "consume.threads=1",
                    "consume.clients=" + subscribers)
                .keepsOrder())
        .isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({"in/#, true", "out/{n}, true", "out/#, false"})
  void orderIsKeptWhereTheSubscriberKnowsTheTopic(String filter, boolean kept) throws Exception {
    assertThat(
            TestOptions.of(
                    "mqtt.topic=in/{n}", "mqtt.subscribe-topic=" + filter, "consume.threads=1")
                .keepsOrder())
        .isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({"persistent, 1, true", "persistent, 0, false", "clean, 2, false"})
  void onlyASessionThatOutlivesItsConnectionSendsAgain(String session, int qos, boolean again)
      throws Exception {
    assertThat(TestOptions.of("mqtt.session=" + session, "mqtt.qos=" + qos).sendsAgain())
        .isEqualTo(again);
  }

  @ParameterizedTest
  @CsvSource({
    "50, 50, 2, true",
    "25, 50, 2, false",
    "50, 25, 2, false",
    "25, 25, 1, true",
    "100, 101, 2, true"
  })
  void aConnectionHasAllItsTopicsAtOneBroker(
      int publishers, int subscribers, int brokers, boolean fits) throws Exception {
    MqttOptions options =
        TestOptions.of(
            "mqtt.publishers=" + publishers,
            "load.threads=5",
            "topic.queues=100",
            "mqtt.shared=true",
            "consume.threads=1",
            "consume.clients=" + subscribers);
    if (fits) {
      options.checkBrokers(brokers);
    } else {
      assertThatThrownBy(() -> options.checkBrokers(brokers))
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining("25, must be a multiple of the number of brokers, 2");
    }
  }
}
