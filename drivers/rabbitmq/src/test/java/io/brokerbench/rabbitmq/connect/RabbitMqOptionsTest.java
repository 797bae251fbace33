package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.rabbitmq.TestOptions;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.SettingsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RabbitMqOptionsTest {

  @Test
  void sharesAreOfThePublishersRateAndOfThePrefetch() throws Exception {
    RabbitMqOptions options =
        TestOptions.of(
            "driver=rabbitmq",
            "load.threads=20",
            "load.rate=20000/s",
            "load.mode=async",
            "load.in-flight=5%",
            "consume.threads=2",
            "consume.clients=3",
            "rabbitmq.prefetch=50%",
            "rabbitmq.ack-every=10%");
    assertThat(options.unconfirmed()).isEqualTo(50);
    assertThat(options.consumers().prefetch()).isEqualTo(500);
    assertThat(options.consumers().ackEvery()).isEqualTo(50);
    assertThat(options.consumers().perGroup()).isEqualTo(6);
  }

  @Test
  void noLimitMeansNoConfirms() throws Exception {
    RabbitMqOptions options =
        TestOptions.of("driver=rabbitmq", "load.mode=async", "load.in-flight=none");
    assertThat(options.mode()).isEqualTo(SendMode.ONEWAY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "message.batch=2 | message.batch must be 1",
        "topic.count=2 | topic.count must be 1: RabbitMQ has queues; topic.queues is the number of them",
        "message.tags=2 | message.tags must be 0",
        "transaction.enabled=true transaction.send-unknown=0.1 | transaction.send-unknown must be 0",
        "rabbitmq.queue-type=quorum cluster.nodes=1 | rabbitmq.members must not be more than"
            + " cluster.nodes, got 3",
        "rabbitmq.queue-type=mirrored cluster.nodes=1 | rabbitmq.queue-type must not be mirrored"
            + " with cluster.nodes=1",
        "rabbitmq.queue-type=stream consume.threads=1 rabbitmq.prefetch=0 | rabbitmq.prefetch must"
            + " be at least 1 for streams, got 0",
        "rabbitmq.queue-type=stream consume.threads=1 rabbitmq.ack=auto | rabbitmq.ack must be"
            + " manual for streams",
        "rabbitmq.queue-type=stream consume.threads=9 | consume.clients must leave each stream one",
        "consume.threads=1 rabbitmq.prefetch=10 rabbitmq.ack-every=11 | rabbitmq.ack-every must not"
            + " exceed rabbitmq.prefetch, 10",
        "consume.threads=1 rabbitmq.ack=auto consume.fail=0.1 | consume.fail must be 0",
        "rabbitmq.prefetch=10% | rabbitmq.prefetch needs a load.rate that stays the same",
        "rabbitmq.prefetch=65536 | rabbitmq.prefetch must be a whole number from 0 to 65,535",
        "consume.threads=1 consume.groups=2 | consume.groups must be 1 with rabbitmq.exchange=default",
        "rabbitmq.routing-key=x | rabbitmq.routing-key needs a rabbitmq.exchange",
        "rabbitmq.exchange=direct rabbitmq.routing-key=x | rabbitmq.routing-key must have {queue}",
        "rabbitmq.exchange=fanout | topic.queues must be 1 with rabbitmq.exchange=fanout",
        "rabbitmq.exchange=direct rabbitmq.binding-key={queue} | rabbitmq.binding-key needs"
            + " rabbitmq.exchange=topic",
        "rabbitmq.exchange=topic rabbitmq.routing-key=orders.{queue}.new rabbitmq.binding-key=order.{queue}.#"
            + " | rabbitmq.binding-key must match rabbitmq.routing-key, \"orders.{queue}.new\"",
        "rabbitmq.exchange=topic rabbitmq.routing-key=orders.{queue}.new rabbitmq.binding-key=orders.{queue}"
            + " | rabbitmq.binding-key must match",
        "rabbitmq.exchange=topic rabbitmq.routing-key=orders.{queue} rabbitmq.binding-key=orders.{queue}.*"
            + " | rabbitmq.binding-key must match",
      })
  void whatDoesNotGoTogetherIsRefused(String assignments, String problem) {
    String[] all = ("driver=rabbitmq " + assignments).split(" ", -1);
    assertThatThrownBy(() -> TestOptions.of(all))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "orders.{queue}.new, orders.{queue}.#",
    "orders.{queue}, orders.{queue}.#",
    "orders.{queue}.new.eu, orders.{queue}.#",
    "orders.{queue}.new.eu, #.{queue}.*.eu",
    "orders.{queue}.new, *.{queue}.new",
    "{queue}, {queue}",
    "o.{queue}+, o.{queue}+",
  })
  void bindingKeysMaySelectWords(String routingKey, String bindingKey) throws Exception {
    RabbitMqOptions options =
        TestOptions.of(
            "driver=rabbitmq",
            "rabbitmq.exchange=topic",
            "rabbitmq.routing-key=" + routingKey,
            "rabbitmq.binding-key=" + bindingKey);
    assertThat(options.queues().routingKeys().get(7)).isEqualTo(routingKey.replace("{queue}", "8"));
    assertThat(options.queues().bindingKey(7)).isEqualTo(bindingKey.replace("{queue}", "8"));
  }

  /** What no queue takes comes back then, or is not published at all. */
  @ParameterizedTest
  @CsvSource({"rabbitmq.mandatory=true", "load.threads=0"})
  void whatNoQueueTakesMayBeTheSubject(String assignment) throws Exception {
    assertThat(
            TestOptions.of(
                    "driver=rabbitmq",
                    "consume.threads=1",
                    "rabbitmq.exchange=topic",
                    "rabbitmq.binding-key=elsewhere.{queue}",
                    assignment)
                .queues()
                .bindingKey(0))
        .isEqualTo("elsewhere.1");
  }
}
