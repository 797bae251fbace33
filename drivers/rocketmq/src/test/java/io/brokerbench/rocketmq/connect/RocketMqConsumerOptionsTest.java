package io.brokerbench.rocketmq.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.rocketmq.RocketMqDriverFactory;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RocketMqConsumerOptionsTest {

  /** The settings in the first column are refused, with the text in the second. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "consume.group=CID_RMQ_SYS_x | consume.group must not be a group of RocketMQ's own",
        "consume.group=TOOLS_CONSUMER | consume.group must not be a group of RocketMQ's own",
        "consume.model=push | consume.model must be one of concurrent, orderly, pull-subscribe",
        "consume.max-attempts=-1 | consume.max-attempts must be a whole number from 0 on, or auto",
        "consume.model=pull-assign consume.fail=0.1 | consume.fail has no meaning for a model that",
        "consume.model=pull-subscribe consume.max-attempts=3 | consume.max-attempts has no meaning",
        "consume.model=pull-subscribe consume.client-rebalance=false | consume.client-rebalance must",
        "consume.model=orderly consume.client-rebalance=false | must be true for orderly",
        "consume.model=pop consume.client-rebalance=true | must be false for pop",
        "consume.model=pop consume.read-from=slave | must not be slave for pop",
        "consume.model=pop consume.max-attempts=3 | consume.max-attempts must be auto for pop",
        "consume.model=simple | consume.model simple needs rocketmq.client=grpc",
        "client=grpc consume.model=simple topic.count=2 | consume.model must not be simple with"
            + " several topics",
        "client=grpc consume.model=simple consume.read-from=slave | must not be slave for simple",
        "client=grpc consume.model=simple consume.client-rebalance=true | must be false for simple",
        "client=grpc consume.model=simple cluster.properties.timerWheelEnable=false | consume.model"
            + " must not be simple with cluster.properties.timerWheelEnable=false",
        "client=grpc consume.model=simple cluster.version=4.9.7 | consume.model needs brokers that",
        "client=grpc consume.model=orderly message.shards=1 consume.client-rebalance=true | must be"
            + " false for orderly",
        "client=grpc consume.model=orderly message.shards=1 consume.read-from=slave | must not be"
            + " slave for orderly",
        "client=grpc consume.model=orderly message.shards=1"
            + " cluster.properties.timerWheelEnable=false | consume.model must not be orderly with"
            + " cluster.properties.timerWheelEnable=false",
        "consume.model=pop cluster.properties.timerWheelEnable=false | consume.model must not be pop"
            + " with cluster.properties.timerWheelEnable=false",
        // 80 letters of the topic, 37 of the first group: "-10" of the last is one too many.
        "consume.model=pop cluster.host=external consume.groups=10 topic.name="
            + "t2345678901234567890123456789012345678901234567890123456789012345678901234567890"
            + " consume.group=g234567890123456789012345678901234567 | must have at most 119",
        // The same with one letter less and "-9" of the last topic.
        "consume.model=pop cluster.host=external topic.count=10 topic.name="
            + "t234567890123456789012345678901234567890123456789012345678901234567890123456789"
            + " consume.group=g23456789012345678901234567890123456789 | must have at most 119",
        // The bodies alone are not too large.
        "message.batch=16 message.size=256KiB | must keep a request within client.max-message-size,"
            + " 4,194,304 bytes, got 4,19",
        "topic.count=10 topic.name=t.x | topic.name must be 1 to 125 letters",
        "consume.model=pull-subscribe topic.count=2 | consume.model must not be pull-subscribe with"
            + " several topics",
        "topic.count=2 message.shards=2 | message.shards must be 0 with several topics",
        "consume.model=pop cluster.version=4.9.7 | consume.model needs brokers that assign queues",
        "consume.client-rebalance=false cluster.version=4.9.7 | consume.client-rebalance needs",
        "consume.read-from=slave cluster.properties.slaveReadEnable=false | must not be slave with"
            + " cluster.properties.slaveReadEnable=false",
        "consume.read-from=slave cluster.topology=1m | needs a slave, but cluster.topology is 1m",
        "consume.filter.type=sql92 consume.filter.expression=a>1"
            + " cluster.properties.enablePropertyFilter=no | cluster.properties.enableProp",
        "consume.model=pull-assign consume.filter.type=sql92 consume.filter.expression=a>1"
            + " | must not be sql92 for pull-assign",
        "message.deliver-after=1s message.delay=true | message.delay must be false with message.del",
        "message.deliver-after=1s cluster.version=4.9.7 | message.deliver-after needs timer messages",
        "message.deliver-after=1s cluster.properties.timerWheelEnable=false | message.deliver-after"
            + " must not be set with cluster.properties.timerWheelEnable=false",
        "message.deliver-after=1s transaction.enabled=true | message.deliver-after must be 0 for",
        "message.delay=true cluster.properties.messageDelayLevel=soon"
            + " | cluster.properties.messageDelayLevel must be times such as 1s 5m 2h, got",
        "message.delay=true transaction.enabled=true | message.delay must be false for transactions",
        "client.retries=2 transaction.enabled=true | client.retries must be 0 for transactions: a"
            + " half message that is stored twice is delivered twice",
        "client.retries=2 load.mode=oneway | client.retries must be 0 for load.mode oneway",
        "client.retries=2 message.shards=2 | client.retries must be 0 with message.shards",
        "client.retries=17 | client.retries must be",
        "message.batch=2 client.compress.enabled=true | client.compress.enabled must be false for",
        "client.trace=true cluster.properties.traceTopicEnable=false | client.trace must not be"
            + " true with cluster.properties.traceTopicEnable=false",
        "client.route-poll=99ms | client.route-poll must be",
        "message.shards=2 transaction.enabled=true | message.shards must be 0 for transactions",
      })
  void whatCannotBeDoneIsRefused(String assignments, String problem) {
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> read(assignments));
    assertThat(refused).isNotNull();
    assertThat(refused.getMessage()).contains(problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "consume.model=pop",
        "message.deliver-after=1s..5m",
        "consume.model=pop cluster.properties.timerWheelEnable=true",
        "consume.model=pop cluster.host=external",
        "consume.read-from=slave cluster.properties.slaveReadEnable=true",
        "consume.model=pull-assign consume.filter.type=tag consume.filter.expression=a||b",
        "consume.max-attempts=0 consume.fail=0.5",
        "message.batch=1 client.compress.enabled=true",
        "message.batch=2 client.compress.over=1024",
        "client.trace=true",
        "client.trace=true cluster.host=external cluster.properties.traceTopicEnable=false",
        "client=grpc consume.model=simple consume.fail=0.5",
        "client=grpc consume.model=orderly message.shards=2 consume.fail=0.5",
        "client=grpc consume.model=orderly load.threads=0",
      })
  void whatCanBeDoneIsTaken(String assignments) {
    assertThatCode(() -> read(assignments)).doesNotThrowAnyException();
  }

  @Test
  void nothingIsAskedOfConsumersThatAreNotThere() {
    assertThatCode(() -> read("consume.threads=0 consume.model=pop")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "concurrent,1,1,sync,false",
    "orderly,8,2,sync,true",
    "orderly,8,2,async,false",
    "orderly,8,2,oneway,false",
    "pull-subscribe,1,1,sync,true",
    "pull-subscribe,2,1,sync,false",
    "pull-assign,1,2,sync,false",
    "pop,1,1,sync,false",
    "orderly client=grpc message.shards=2,8,2,sync,true",
    "orderly client=grpc message.shards=2,8,2,async,false",
    "pop client=grpc message.shards=2,8,2,sync,false",
    "simple client=grpc message.shards=2,1,1,sync,false",
  })
  void orderIsKeptWhereOneThreadHasAQueueAndSendersWait(
      String model, int threads, int clients, String mode, boolean order) throws Exception {
    assertThat(
            read(String.format(
                    Locale.ROOT,
                    "consume.model=%s consume.threads=%d consume.clients=%d load.mode=%s",
                    model,
                    threads,
                    clients,
                    mode))
                .keepsOrder())
        .isEqualTo(order);
  }

  @ParameterizedTest
  @CsvSource({
    "message.delay=false consume.fail=0.1, false, false",
    "message.delay=true consume.fail=0, true, false",
    "message.delay=true consume.fail=0.1, true, true",
  })
  void delayedMessagesAreCountedTogetherWithOthers(
      String assignments, boolean externally, boolean locally) throws Exception {
    assertThat(read(assignments).countsOthers(true)).isEqualTo(externally);
    assertThat(read(assignments).countsOthers(false)).isEqualTo(locally);
  }

  /** An attempt without an answer may have stored the message that the next one stores again. */
  @Test
  void aMessageThatTheClientSendsAgainMayCountTwice() throws Exception {
    assertThat(read("client.retries=2").countsOthers(false)).isTrue();
    assertThat(read("client.retries=0").countsOthers(true)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message.delay-level=5 | 0",
        "message.delay=true message.delay-level=5 | 60",
        "message.delay=true message.delay-level=5 cluster.properties.messageDelayLevel=7s | 7",
        "message.delay=true cluster.host=external | 1",
      })
  void theTimeForWhichBrokersHoldMessagesBackIsKnownBeforeTheyStart(
      String assignments, long seconds) throws Exception {
    assertThat(read(assignments).deliveryDelay()).isEqualTo(Duration.ofSeconds(seconds));
  }

  private static RocketMqOptions read(String assignments) throws SettingsException {
    SettingsReader reader =
        Workload.defaults()
            .defaults(RocketMqDriverFactory.class, "rocketmq.yaml")
            .defaults(RocketMqConsumerOptionsTest.class, "cluster.yaml")
            .assign("consume.threads=1");
    ClientTls.addDefaults(reader);
    for (String assignment : assignments.strip().split(" ", -1)) {
      reader.assign(assignment);
    }
    Settings settings = reader.settings();
    RocketMqOptions options = RocketMqOptions.read(settings, Workload.read(settings));
    for (String key : new String[] {"host", "version", "topology"}) {
      settings.text("cluster." + key);
    }
    settings.below("cluster.properties");
    settings.finish();
    return options;
  }
}
