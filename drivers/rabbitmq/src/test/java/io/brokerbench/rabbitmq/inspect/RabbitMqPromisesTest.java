package io.brokerbench.rabbitmq.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.rabbitmq.TestOptions;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.results.Promise;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RabbitMqPromisesTest {

  @ParameterizedTest
  @CsvSource({
    "classic, true, 3, 1, true",
    "classic, true, 4, 1, false",
    "classic, false, 3, 1, false",
    "mirrored, true, 3, 2, true",
    "mirrored, false, 3, 2, false",
    "quorum, false, 3, 2, true",
    "quorum, true, 4, 2, true",
    "stream, true, 3, 2, false",
  })
  void followFromQueueAndReleaseAndPersistence(
      String type, boolean persistent, int release, int copies, boolean onDisk) throws Exception {
    Promise promise =
        RabbitMqPromises.of(
            TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=" + type,
                "rabbitmq.persistent=" + persistent),
            release,
            true);
    assertThat(promise).isEqualTo(new Promise(true, onDisk, copies, promise.text()));
    assertThat(promise.text()).startsWith("basic.ack, " + type);
  }

  @ParameterizedTest
  @CsvSource({"classic, 1, true", "classic, 2, false", "mirrored, 2, false"})
  void theSecondVersionOfClassicQueuesForcesNothing(String type, int version, boolean onDisk)
      throws Exception {
    Promise promise =
        RabbitMqPromises.of(
            TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=" + type,
                "rabbitmq.queue-arguments.x-queue-version=" + version),
            3,
            true);
    assertThat(promise.onDisk()).isEqualTo(onDisk);
  }

  @ParameterizedTest
  @CsvSource({
    "mirrored, true, 'if there is any: the policy is not set by brokerbench and not read'",
    "quorum, true, 'a majority of its members, however many the cluster has room for'",
    "stream, false, 'a majority of its members, however many the cluster has room for'",
  })
  void ofCopiesThatNobodyTellsOnlyOneIsPromised(String type, boolean onDisk, String unread)
      throws Exception {
    Promise promise =
        RabbitMqPromises.of(
            TestOptions.of("driver=rabbitmq", "rabbitmq.queue-type=" + type), 3, false);
    assertThat(promise).isEqualTo(new Promise(true, onDisk, 1, promise.text()));
    assertThat(promise.text()).endsWith(unread);
  }

  @Test
  void ofAQueueThatTheUserMayNotVerifyLittleIsPromised() throws Exception {
    Promise promise =
        RabbitMqPromises.unverified(
            TestOptions.of(
                "driver=rabbitmq", "rabbitmq.queue-type=quorum", "rabbitmq.user=limited"));
    assertThat(promise).isEqualTo(new Promise(true, false, 1, promise.text()));
    assertThat(promise.text()).contains("unknown, because user limited may not configure it");
    assertThat(
            RabbitMqPromises.unverified(TestOptions.of("driver=rabbitmq", "load.mode=oneway"))
                .acknowledged())
        .isFalse();
  }

  /** A message that was on its way when a connection was lost does not come again. */
  @ParameterizedTest
  @CsvSource({"manual, false", "auto, true"})
  void whatIsSentToConsumersWithoutAcknowledgementsMayBeLost(String ack, boolean mayLose)
      throws Exception {
    RabbitMqOptions options =
        TestOptions.of("driver=rabbitmq", "consume.threads=1", "rabbitmq.ack=" + ack);
    assertThat(RabbitMqPromises.of(options, 4, true).atMostOnce()).isEqualTo(mayLose);
    assertThat(RabbitMqPromises.unverified(options).atMostOnce()).isEqualTo(mayLose);
  }

  @ParameterizedTest
  @CsvSource({
    "x-max-length=9 x-overflow=drop-head, true",
    "x-max-length-bytes=9, true",
    "x-max-length=9 x-overflow=reject-publish, false",
    "x-max-length=9 x-overflow=reject-publish x-message-ttl=9, true",
    "x-expires=9, true",
    "x-delivery-limit=5, true",
    "x-delivery-limit=-1, false",
    "x-single-active-consumer=true, false",
  })
  void whatAQueueDropsByItsArgumentsMayBeLost(String arguments, boolean mayLose) throws Exception {
    RabbitMqOptions options =
        TestOptions.of(
            Stream.concat(
                    Stream.of("driver=rabbitmq"),
                    Stream.of(arguments.split(" ", -1))
                        .map(argument -> "rabbitmq.queue-arguments." + argument))
                .toArray(String[]::new));
    assertThat(RabbitMqPromises.of(options, 4, true).atMostOnce()).isEqualTo(mayLose);
  }

  @ParameterizedTest
  @CsvSource({
    "classic, false, 3, true",
    "classic, false, 1, false",
    "classic, true, 3, false",
    "mirrored, false, 3, false",
    "quorum, false, 3, false",
  })
  void aClassicQueueWhoseNodeIsDownDropsWhatIsNotMandatory(
      String type, boolean mandatory, int nodes, boolean drops) throws Exception {
    RabbitMqOptions options =
        TestOptions.of(
            "driver=rabbitmq", "rabbitmq.queue-type=" + type, "rabbitmq.mandatory=" + mandatory);
    assertThat(RabbitMqPromises.dropsWhileDown(options, nodes)).isEqualTo(drops);
  }

  @Test
  void withoutConfirmsNothingIsPromisedButByACommit() throws Exception {
    Promise none =
        RabbitMqPromises.of(TestOptions.of("driver=rabbitmq", "load.mode=oneway"), 3, true);
    assertThat(none).isEqualTo(new Promise(false, false, 0, none.text()));
    Promise commit =
        RabbitMqPromises.of(TestOptions.of("driver=rabbitmq", "transaction.enabled=true"), 3, true);
    assertThat(commit.acknowledged()).isTrue();
    assertThat(commit.text()).startsWith("tx.commit-ok, ");
  }
}
