package io.brokerbench.rocketmq.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.rocketmq.RocketMqDriverFactory;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions.Model;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.Locale;
import org.apache.rocketmq.common.attribute.TopicMessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GrpcLimitsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connections.count=1 | must be 0",
        "load.mode=oneway | must be sync or async",
        "message.batch=2 | must be 1",
        "message.delay=true | must be false",
        "client.threads=direct | must be stock, or not be given,",
        "topic.name=BenchmarkTest | must be no topic of RocketMQ's own",
        "client.retries=2 | must be 0",
        "client.route-poll=5s | must be left out",
        "client.vip=true | must be false",
        "client.trace=true | must be false",
        "client.compress.enabled=true | must be false",
      })
  void whatIsNotDoneThroughAProxyIsRefused(String assignment, String rule) {
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> read(assignment, "client=grpc"));
    assertThat(refused).isNotNull();
    assertThat(refused.problems())
        .containsExactly(
            String.format(
                Locale.ROOT,
                "--set: %s %s with rocketmq.client=grpc",
                assignment.replaceFirst("=.*", ""),
                rule));
    assertThat(catchThrowableOfType(SettingsException.class, () -> read(assignment))).isNull();
  }

  @Test
  void consumersPop() throws SettingsException {
    assertThat(read("consume.threads=1", "client=grpc").consumer().model()).isEqualTo(Model.POP);
    assertThat(read("consume.threads=1", "client=grpc", "consume.model=simple").consumer().model())
        .isEqualTo(Model.SIMPLE);
    SettingsException refused =
        catchThrowableOfType(
            SettingsException.class,
            () ->
                read(
                    "consume.threads=1",
                    "client=grpc",
                    "consume.model=concurrent",
                    "consume.max-attempts=3"));
    assertThat(refused).isNotNull();
    assertThat(refused.problems())
        .containsExactly(
            "--set: consume.model must be orderly, pop or simple with rocketmq.client=grpc",
            "--set: consume.max-attempts must be left out with rocketmq.client=grpc");
  }

  @Test
  void onlyMessageGroupsAreConsumedInOrder() throws SettingsException {
    RocketMqConsumerOptions consumer =
        read("consume.threads=1", "client=grpc", "consume.model=orderly", "message.shards=2")
            .consumer();
    assertThat(consumer.fifo()).isTrue();
    assertThat(consumer.brokersAssign()).isTrue();
    assertThat(read("consume.threads=1", "client=grpc", "message.shards=2").consumer().fifo())
        .isFalse();
    assertThat(read("consume.threads=1", "consume.model=orderly").consumer().fifo()).isFalse();
    SettingsException refused =
        catchThrowableOfType(
            SettingsException.class,
            () -> read("consume.threads=1", "client=grpc", "consume.model=orderly"));
    assertThat(refused).isNotNull();
    assertThat(refused.problems())
        .containsExactly(
            "message.shards must be at least 1 for consume.model=orderly with rocketmq.client=grpc:"
                + " only the messages of a message group have an order");
  }

  @Test
  void tlsThatIsNotVerifiedMustBeAskedFor() throws SettingsException {
    SettingsException refused =
        catchThrowableOfType(
            SettingsException.class, () -> read("cluster.tls=true", "rocketmq.client=grpc"));
    assertThat(refused).isNotNull();
    assertThat(refused.problems())
        .containsExactly("tls.verify must be false with rocketmq.client=grpc");
    assertThat(read("cluster.tls=true", "tls.verify=false", "rocketmq.client=grpc").tls())
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "async"})
  void singleMessagesOfAnyShapeAreTaken(String mode) throws SettingsException {
    assertThat(
            read(
                    "rocketmq.client=grpc",
                    "load.mode=" + mode,
                    "client.threads=stock",
                    "client.instances=2",
                    "message.keys=true",
                    "message.tags=3",
                    "message.properties=64")
                .grpc())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "message.keys=true, NORMAL",
    "transaction.enabled=true, TRANSACTION",
    "message.deliver-after=1s, DELAY",
    "message.shards=2, FIFO",
  })
  void aTopicNeedsTheTypeOfTheMessages(String assignment, TopicMessageType type)
      throws SettingsException {
    assertThat(read(assignment, "client=grpc").messageType()).isEqualTo(type);
    assertThat(read(assignment).messageType()).isEqualTo(TopicMessageType.NORMAL);
  }

  @Test
  void messagesGoToTheBrokersUnlessSomebodySaysOtherwise() throws SettingsException {
    assertThat(read().grpc()).isFalse();
  }

  private static RocketMqOptions read(String... assignments) throws SettingsException {
    SettingsReader reader =
        Workload.defaults()
            .defaults(RocketMqDriverFactory.class, "rocketmq.yaml")
            .defaults(GrpcLimitsTest.class, "cluster.yaml");
    ClientTls.addDefaults(reader);
    for (String assignment : assignments) {
      reader.assign(assignment);
    }
    Settings settings = reader.settings();
    RocketMqOptions options = RocketMqOptions.read(settings, Workload.read(settings));
    settings.finish();
    return options;
  }
}
