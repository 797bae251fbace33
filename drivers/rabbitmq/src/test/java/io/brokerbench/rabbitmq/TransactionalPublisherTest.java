package io.brokerbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.rabbitmq.connect.RabbitMqMessages;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.record.Resolution;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

final class TransactionalPublisherTest {

  private final FakeChannel first = new FakeChannel();
  private final FakeChannel second = new FakeChannel();
  private final Queue<FakeChannel> channels = new ArrayDeque<>(List.of(first, second));
  private final LongAdder returned = new LongAdder();
  private final List<String> outcomes = new ArrayList<>();
  private Resolution resolution = Resolution.COMMIT;

  private final TransactionHandler handler =
      new TransactionHandler() {
        @Override
        public Resolution execute(byte[] body) {
          return resolution;
        }

        @Override
        public Resolution check(byte[] body, int number) {
          return Resolution.UNKNOWN;
        }
      };

  private Producer publisher() throws Exception {
    RabbitMqOptions options =
        TestOptions.of(
            "driver=rabbitmq",
            "transaction.enabled=true",
            "rabbitmq.mandatory=true",
            "client.send-timeout=50ms");
    return new TransactionalPublisher(
        options,
        new RabbitMqMessages(options, 0, options.queues().routingKeys()),
        () -> channels.remove().channel(),
        handler,
        returned);
  }

  private void send(Producer publisher) {
    Outgoing message = new Outgoing();
    message.body = new byte[] {1};
    publisher.send(new Outgoing[] {message}, (outcome, kind) -> outcomes.add(outcome + " " + kind));
  }

  @Test
  void isAnsweredByCommitOrRollback() throws Exception {
    try (Producer publisher = publisher()) {
      send(publisher);
      resolution = Resolution.ROLLBACK;
      send(publisher);
    }
    assertThat(outcomes).containsExactly("ACKED tx.commit-ok", "ACKED tx.rollback-ok");
  }

  /** Its late answer would be taken for that to the next commit. */
  @Test
  void aChannelWhoseCommitIsNotAnsweredIsUsedNoMore() throws Exception {
    first.answers = false;
    try (Producer publisher = publisher()) {
      send(publisher);
      assertThat(first.calls).endsWith("abort");
      send(publisher);
    }
    assertThat(outcomes).containsExactly("UNKNOWN client-time-out", "ACKED tx.commit-ok");
    assertThat(second.calls).contains("basicPublish");
  }

  @Test
  void whatComesBackIsRejected() throws Exception {
    try (Producer publisher = publisher()) {
      first.routes = false;
      send(publisher);
      first.routes = true;
      send(publisher);
    }
    assertThat(outcomes).containsExactly("REJECTED NO_ROUTE", "ACKED tx.commit-ok");
    assertThat(returned.sum()).isEqualTo(1);
  }
}
